import { describe, expect, it } from 'vitest';
import { amount, dressRehearsal, firstNight, inOrder, price, restore, store } from './season.js';

describe('season', () => {
  it('opens in September', () => {
    expect(firstNight(2026, 9, 12).toISOString()).toBe('2026-09-12T00:00:00.000Z');
  });

  it('rehearses on the day before', () => {
    expect(dressRehearsal(2026, 9, 12).toISOString()).toBe('2026-09-11T00:00:00.000Z');
  });

  it('sorts what was stored', () => {
    const stored = store([
      { title: 'Requiem', on: new Date('2026-11-01T00:00:00Z') },
      { title: 'Overtures', on: new Date('2026-10-04T00:00:00Z') },
    ]);
    expect(inOrder(restore(stored))).toEqual(['Overtures', 'Requiem']);
  });

  it('prints prices', () => {
    expect(price(4250)).toBe('42,50 €');
  });

  it('writes large amounts for the bank', () => {
    expect(amount(125000)).toBe('1250,00');
  });
});
