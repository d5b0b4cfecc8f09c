const find = (rooms, id) => rooms.find((r) => r.id === id);

function capacity(rooms, id) {
  return find(rooms, id).beds;
}

function page(rooms, n, size) {
  return rooms.slice(n * size, (n + 1) * size);
}

function byPrice(prices) {
  return [...prices].sort();
}

function label(room) {
  return `${room.title} (${room.beds})`;
}

function add(rooms, room) {
  rooms.push(room);
  return rooms;
}

module.exports = { capacity, page, byPrice, label, add };
