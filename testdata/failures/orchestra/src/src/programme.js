import * as score from './score.js';

export function programme(pieces) {
  return pieces.map((p) => score.parseScore(p.notes).length);
}
