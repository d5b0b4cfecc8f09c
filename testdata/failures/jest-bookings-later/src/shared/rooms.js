/**
 * @typedef {{ id: number, name: string, beds: number }} Room
 */

/**
 * @param {Room[]} rooms
 * @returns {string[]}
 */
function titles(rooms) {
  return rooms.map((r) => r.title.toUpperCase());
}

/**
 * @param {Room[]} rooms
 * @param {number} id
 * @returns {number}
 */
function beds(rooms, id) {
  return rooms.find((r) => r.id === id).beds;
}

module.exports = { titles, beds };
