import { describe, expect, it } from 'vitest';
import { programme } from './programme.js';

describe('programme', () => {
  it('counts the bars of each piece', () => {
    expect(programme([{ notes: 'c d | e f' }])).toEqual([2]);
  });
});
