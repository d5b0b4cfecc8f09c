'use strict';

exports.parse = (text) => text.split(',').map(parseInt);

exports.free = (lanes) => lanes.filter((lane) => { lane.cars < lane.room; });

exports.longest = (lanes) => lanes.map((l) => l.room).reduce((a, b) => Math.max(a, b));

exports.close = (plan, n) => {
  const next = Object.assign({}, plan);
  next.lanes[n].closed = true;
  return next;
};

exports.slug = (name) => name.toLowerCase().replace(' ', '-');

exports.totals = (lanes) => {
  let sum = 0;
  for (const n in lanes) sum += n;
  return sum;
};
