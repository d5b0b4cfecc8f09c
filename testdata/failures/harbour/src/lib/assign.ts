import { Berth, Ship, berths } from './ship.js';

export function assign(ship: Ship): Berth | undefined {
  return berths.find((b) => b.depth > ship.draught);
}
