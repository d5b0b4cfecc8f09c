const { reminder } = require('../lib/invoices');

test('reminder two months later', () => {
  expect(reminder('2025-12-30')).toBe('2026-02-28');
});
