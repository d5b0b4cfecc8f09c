import { describe, expect, it } from 'vitest';
import { programme, withEncore } from './programme.js';

describe('programme', () => {
  it('counts the bars of each piece', () => {
    expect(programme([{ notes: 'c d | e f' }])).toEqual([2]);
  });

  it('prints the evening without its encore', () => {
    const evening = { pieces: ['Overture', 'Symphony'] };
    withEncore(evening, 'Waltz');
    expect(evening.pieces.join(', ')).toBe('Overture, Symphony');
  });
});
