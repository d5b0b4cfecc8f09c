import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factor, surcharge } from './seasons.mjs';

test('the factor of a season', () => {
  assert.equal(factor('high'), 1.3);
});

test('the surcharge of a season', () => {
  assert.equal(surcharge('low'), 0);
});
