const find = (rooms, id) => rooms.find((r) => r.id === id);

function capacity(rooms, id) {
  const room = find(rooms, id);
  return room ? room.beds || 2 : 0;
}

function page(rooms, { number, size }) {
  const start = number * size;
  return rooms.slice(start, start + size);
}

function byPrice(prices) {
  return prices.sort((a, b) => a - b);
}

function label(room) {
  return `${room.name} (${room.beds})`;
}

function add(rooms, room) {
  return [...rooms, room];
}

module.exports = { capacity, page, byPrice, label, add };
