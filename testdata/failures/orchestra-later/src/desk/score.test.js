import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bars, parseScore } from '../src/score.js';

test('a score has its bars', () => {
  assert.equal(bars('c d | e f'), 2);
  assert.deepEqual(parseScore('c d | e f'), ['c d', 'e f']);
});
