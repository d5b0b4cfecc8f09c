const { card, attributes } = require('../lib/view');

test('card of a room', () => {
  expect(card('Attic')).toMatchInlineSnapshot(`"<div class="room"><h2>Attic</h2></div>"`);
});

test('card of a room with a sign in its name', () => {
  expect(card('Attic & Tower')).toBe('<div class="room"><h2>Attic &amp; Tower</h2></div>');
});

test('attributes of a card', () => {
  expect(attributes({ beds: 2 })).toBe({ class: 'room', 'data-beds': '2' });
});
