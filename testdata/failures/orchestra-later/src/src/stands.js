/** Counts the music stands by instrument. */
export function stands(players) {
  const count = Object.create(null);
  for (const { instrument } of players) {
    if (!count.hasOwnProperty(instrument)) count[instrument] = 0;
    count[instrument] += 1;
  }
  return count;
}
