const { address } = require('../lib/guests');

test('address of a walk-in', () => {
  expect(address([{ name: 'Ann', email: 'ann@x.example' }], 'Bob')).toBe('');
});
