import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterBeats } from './metronome.js';

describe('metronome', () => {
  afterEach(() => vi.useRealTimers());

  it('resolves after the beats', async () => {
    vi.useFakeTimers();
    const beats = afterBeats(8, 120);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await beats).toBe(8);
  });

  it('has nothing to wait for in a general pause', async () => {
    expect(await afterBeats(0, 120)).toBe(0);
  });
});
