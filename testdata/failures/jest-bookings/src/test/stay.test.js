const { nights, total, nextMonth, parse, guests } = require('../lib/stay');

test('nights over the end of a month', () => {
  expect(nights('2026-03-28', '2026-04-02')).toBe(5);
});

test('total', () => {
  expect(total([0.1, 0.2])).toBe(0.3);
});

test('a month after January 31', () => {
  expect(nextMonth('2026-01-31')).toBe('2026-02-28');
});

test('an empty body is an empty object', () => {
  expect(parse('')).toEqual({});
});

test('one more guest', () => {
  expect(guests('2')).toBe(3);
});
