import { expect, it } from 'vitest';
import { wall } from '../src/poster.js';

it('hangs the posters of the house', () => {
  expect(wall('City Theatre')[0]).toBe('City Theatre: THE SEAGULL');
});
