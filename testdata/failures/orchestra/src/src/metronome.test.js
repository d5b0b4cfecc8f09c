import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterBeats } from './metronome.js';

describe('metronome', () => {
  afterEach(() => vi.useRealTimers());

  it('resolves after the beats', async () => {
    vi.useFakeTimers();
    const beats = afterBeats(8, 120);
    expect(await beats).toBe(8);
  });
});
