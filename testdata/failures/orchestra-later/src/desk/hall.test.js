import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels, rename } from '../src/seats.js';

describe('desk', () => {
  it('renames a hall', () => {
    assert.equal(rename({ sign: { text: 'Grand Hall' } }, 'Chamber'), { sign: { text: 'Chamber' } });
  });

  it('prints no labels for nobody', () => {
    assert.equal(labels([]).length, 0);
  });
});
