const calendar = require('../calendar');

describe('calendar', () => {
  test('new year', () => {
    expect(calendar.label(new Date(2026, 0, 1))).toEqual('1 jan');
  });

  test('how long a sailing takes', () => {
    const body = JSON.stringify({
      sailings: [{ leaves: new Date('2026-05-01T10:00:00Z'), arrives: new Date('2026-05-01T11:30:00Z') }],
    });
    expect(calendar.revive(body).map(calendar.hours)).toEqual([1.5]);
  });

  test('speed over the fjord', () => {
    expect(calendar.knots(9, 1.2)).toEqual(7.5);
  });

  test('tonnage', () => {
    expect(calendar.tonnes(12500)).toMatch(/^12 500 t$/);
  });
});
