const midnight = (day) => {
  const [y, m, d] = day.split('-').map(Number);
  return new Date(y, m - 1, d);
};

function nights(from, to) {
  return (midnight(to) - midnight(from)) / 86400000;
}

function total(prices) {
  return prices.map((p) => Math.round(p * 100)).reduce((a, b) => a + b) / 100;
}

function nextMonth(day) {
  const d = new Date(`${day}T00:00Z`);
  const date = d.getUTCDate();
  d.setUTCMonth(d.getUTCMonth() + 1);
  if (d.getUTCDate() !== date) d.setUTCDate(0);
  return d.toISOString().slice(0, 10);
}

function parse(response) {
  return JSON.parse(response.body);
}

function guests(text) {
  return Number(text) + 1;
}

module.exports = { nights, total, nextMonth, parse, guests };
