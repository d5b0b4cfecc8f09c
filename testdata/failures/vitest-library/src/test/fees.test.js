import { expect, test } from 'vitest';
import { rate } from '../src/fees.js';

test('daily rate', () => {
  expect(rate()).toBe(3);
});
