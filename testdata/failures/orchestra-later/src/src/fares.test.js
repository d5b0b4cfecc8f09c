import { describe, expect, it } from 'vitest';
import { fare } from './fares.js';

describe('fare', () => {
  it.each([
    ['harp', 80],
    ['cello', 60],
    ['flute', 40],
  ])('of a %s', (instrument, euros) => {
    expect(fare(instrument)).toBe(euros);
  });
});
