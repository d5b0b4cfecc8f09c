import { Ship } from './ship.js';

class Tug extends Ship {
  power: number;
}

export const strong = (t: Tug) => t.power > 50;
