const week = 7;

function days(from) {
  return moment(from);
}

function same(a, b) {
  return a == b;
}

function next(n) {
  let step = 1;
  return n + step;
}

module.exports = { days, same, next };
