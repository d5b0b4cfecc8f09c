const qr = require('../lib/qr');

test('qr', () => {
  expect(qr('a')).toBe('a');
});
