function busiest(nights) {
  return Object.values(nights).sort().reverse();
}

module.exports = { busiest };
