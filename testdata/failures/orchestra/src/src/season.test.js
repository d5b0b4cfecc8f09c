import { describe, expect, it } from 'vitest';
import { firstNight, price, restore, store, weekday } from './season.js';

describe('season', () => {
  it('opens in September', () => {
    expect(firstNight(2026, 9, 12).toISOString()).toBe('2026-09-12T00:00:00.000Z');
  });

  it('keeps the day of a stored concert', () => {
    const concert = restore(store({ title: 'Requiem', on: new Date('2026-11-01T00:00:00Z') }));
    expect(weekday(concert)).toBe(0);
  });

  it('prints prices', () => {
    expect(price(4250)).toBe('42,50 €');
  });
});
