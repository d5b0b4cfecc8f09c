const { nights, total, nextMonth, parse, guests } = require('../lib/stay');

test('nights when the clocks change', () => {
  expect(nights('2026-03-27', '2026-03-30')).toBe(3);
});

test('total', () => {
  expect(total([0.1, 0.2])).toBe(0.3);
});

test('total of a stay that was cancelled', () => {
  expect(total([])).toBe(0);
});

test('a month after January 31', () => {
  expect(nextMonth('2026-01-31')).toBe('2026-02-28');
});

test('a response without content', () => {
  expect(parse({ status: 204 })).toEqual({});
});

test('one more guest', () => {
  expect(guests('2')).toBe(3);
});

test('one more guest for a form', () => {
  expect(guests('2 adults')).toBe(3);
});
