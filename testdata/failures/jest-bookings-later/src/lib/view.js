function card(room) {
  return `<div class="room"><h2>${room}</h2></div>`;
}

function attributes(room) {
  return { class: 'room', 'data-beds': String(room.beds) };
}

module.exports = { card, attributes };
