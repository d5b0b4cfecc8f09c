function nights(from, to) {
  return new Date(`${to}T00:00`).getDate() - new Date(`${from}T00:00`).getDate();
}

function total(prices) {
  return prices.reduce((a, b) => a + b, 0);
}

function nextMonth(day) {
  const d = new Date(`${day}T00:00Z`);
  d.setUTCMonth(d.getUTCMonth() + 1);
  return d.toISOString().slice(0, 10);
}

function parse(body) {
  return JSON.parse(body);
}

function guests(text) {
  return text + 1;
}

module.exports = { nights, total, nextMonth, parse, guests };
