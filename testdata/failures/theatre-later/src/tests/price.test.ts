import { describe, expect, it } from 'vitest';
import { price, studentPrice, total } from '../src/price.js';

describe('price', () => {
  it('is lower for a farce', () => {
    expect(price('farce')).toBeLessThan(price('comedy'));
  });

  it('of a student at the opera', () => {
    expect(studentPrice('opera')).toBe(18);
  });

  it('of two evenings with the fees', () => {
    expect(total(['comedy', 'farce'], 0.35)).toBe(18.7);
  });
});
