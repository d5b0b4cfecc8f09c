const { card } = require('../lib/view');

test('card of a room', () => {
  expect(card('Attic')).toMatchInlineSnapshot(`"<div class="room"><h2>Attic</h2></div>"`);
});
