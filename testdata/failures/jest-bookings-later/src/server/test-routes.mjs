import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './routes.mjs';

test('answers with a booking', () => {
  assert.equal(answer([{ id: 3 }], 3).status, 200);
});

test('answers for a booking that was deleted', () => {
  assert.equal(answer([{ id: 3 }], 4).status, 404);
});
