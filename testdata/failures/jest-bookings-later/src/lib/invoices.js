function reminder(sent) {
  const [y, m, d] = sent.split('-').map(Number);
  return new Date(Date.UTC(y, m + 1, d)).toISOString().slice(0, 10);
}

module.exports = { reminder };
