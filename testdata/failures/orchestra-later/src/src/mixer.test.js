import { describe, expect, it } from 'vitest';
import { faders } from './mixer.js';

describe('mixer', () => {
  it('closes the microphones in the interval', () => {
    expect(faders([{ name: 'choir', volume: 0 }, { name: 'solo' }], { volume: 55 })).toEqual(['choir 0', 'solo 55']);
  });
});
