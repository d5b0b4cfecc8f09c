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

  test('a week later', () => {
    const first = new Date(2026, 4, 4);
    const second = calendar.addWeek(first);
    expect(second.getDate() - first.getDate()).toEqual(7);
  });

  test('tonnage', () => {
    expect(calendar.tonnes(12500)).toMatch(/^12 500 t$/);
  });
});
