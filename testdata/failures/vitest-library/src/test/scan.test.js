import { expect, test } from 'vitest';
import { scan } from '../src/scan.js';

test('scan', () => {
  expect(scan(1)).toBe(1);
});
