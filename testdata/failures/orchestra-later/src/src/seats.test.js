import { describe, expect, it } from 'vitest';
import { free, labels, numbers, place, rename } from './seats.js';

describe('seats', () => {
  it('reads numbers', () => {
    expect(numbers('10 11 12')).toEqual([10, 11, 12]);
  });

  it('sorts the free seats', () => {
    expect(free('11 9 10')).toEqual([9, 10, 11]);
  });

  it('labels places', () => {
    expect(labels([place('C', 4)])).toEqual(['C-4']);
  });

  it('leaves the hall as it was', () => {
    const hall = { sign: { text: 'Grand Hall' } };
    rename(hall, 'Chamber');
    expect(hall.sign.text).toBe('Grand Hall');
  });
});
