import { berths } from './ship.js';

export function depths(order: number[]): number[] {
  const all: number[] = [];
  for (const i of order) {
    const berth = berths[i];
    all.push(berth.depth);
  }
  return all;
}
