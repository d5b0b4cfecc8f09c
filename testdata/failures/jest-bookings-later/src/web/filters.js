function free(rooms, day) {
  return rooms.filter((r) => !r.booked.includes(day));
}

function bigger(rooms, beds) {
  let wanted = Number(beds);
  return rooms.filter((r) => r.beds >= wanted);
}

module.exports = { free, bigger };
