import parseScore from './score.js';

export function programme(pieces) {
  return pieces.map((p) => parseScore(p.notes).length);
}

/** The evening with one more piece at its end. */
export function withEncore(evening, piece) {
  const longer = { ...evening, encore: true };
  longer.pieces.push(piece);
  return longer;
}
