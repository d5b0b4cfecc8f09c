function days(from) {
  return new Date(from);
}

function same(a, b) {
  return a === b;
}

function next(n) {
  const step = 1;
  return n + step;
}

function color(kind) {
  let name = 'white';
  switch (kind) {
    case 'booked':
      name = 'red';
    case 'asked':
      name = 'yellow';
      break;
  }
  return name;
}

module.exports = { days, same, next, color };
