const byName = (guests, name) => guests.find((g) => g.name === name);

function address(guests, name) {
  return byName(guests, name).email;
}

module.exports = { address };
