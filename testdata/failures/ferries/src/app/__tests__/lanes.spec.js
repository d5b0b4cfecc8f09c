const lanes = require('../lanes');

test('parse', () => {
  expect(lanes.parse('4,4,6')).toStrictEqual([4, 4, 6]);
});

test('free lanes', () => {
  expect(lanes.free([{ cars: 3, room: 9 }, { cars: 9, room: 9 }])).toHaveLength(1);
});

test('longest of an empty deck', () => {
  expect(lanes.longest([])).toBe(0);
});

test('closing a lane is a new plan', () => {
  const plan = { lanes: [{ closed: false }] };
  lanes.close(plan, 0);
  expect(plan.lanes[0].closed).toBe(false);
});

test('slug of a long name', () => {
  expect(lanes.slug('Fast Ferry North')).toBe('fast-ferry-north');
});

test('totals', () => {
  expect(lanes.totals([5, 7])).toBe(12);
});

test('nothing on board', () => {
  expect(lanes.free([])).toBe([]);
});
