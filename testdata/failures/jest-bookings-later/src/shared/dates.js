/**
 * @param {Date} from
 * @param {Date} to
 * @returns {number}
 */
function hours(from, to) {
  return (to - from.getTime()) / 3600000;
}

module.exports = { hours };
