import { describe, expect, it } from 'vitest';
import { stands } from './stands.js';

describe('stands', () => {
  it('counts those of the violas', () => {
    expect(stands([{ instrument: 'viola' }, { instrument: 'viola' }]).viola).toBe(2);
  });
});
