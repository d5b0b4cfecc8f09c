import { describe, expect, it } from 'vitest';
import { labels, numbers, place, rename, volume } from './seats.js';

describe('volume', () => {
  it('may be muted', () => {
    expect(volume({ volume: 0 })).toBe(0);
  });
});

describe('seats', () => {
  it('reads numbers', () => {
    expect(numbers('10 11 12')).toEqual([10, 11, 12]);
  });

  it('labels seats', () => {
    expect(labels([{ row: 'C', n: 4 }])).toEqual(['C-4']);
  });

  it('makes a place', () => {
    expect(place('A', 1)).toBe({ row: 'A', n: 1 });
  });

  it('leaves the hall as it was', () => {
    const hall = { sign: { text: 'Grand Hall' } };
    rename(hall, 'Chamber');
    expect(hall.sign.text).toBe('Grand Hall');
  });
});
