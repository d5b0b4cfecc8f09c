const { sign } = require('../signs');

test('a sign', () => {
  expect(sign('Car deck')).toBe('Car-deck');
});

test('a sign of the gangway', () => {
  expect({ text: sign('Gang way') }).toEqual({ text: 'Gang-way' });
});
