import type { Berth } from './ship.js';

export function leave(berth: Berth): Berth {
  berth.occupant = undefined;
  return berth;
}
