const { busiest } = require('../lib/report');

test('busiest rooms', () => {
  expect(busiest({ attic: 9, lake: 31, tower: 112 })).toEqual([112, 31, 9]);
});
