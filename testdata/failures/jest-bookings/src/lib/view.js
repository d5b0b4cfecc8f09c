function card(room) {
  return `<article class="room"><h2>${room}</h2></article>`;
}

module.exports = { card };
