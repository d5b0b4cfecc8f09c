import { describe, expect, it } from 'vitest';
import * as l from '../src/loans.js';

describe('loans', () => {
  it('has no reader for a copy on the shelf', () => {
    expect(l.readerOf('c9')).toBeNull();
  });
  it('shows the first shelf', () => {
    expect(l.shelf(['Emma', 'Ulysses', 'Dune', 'Holes'], 1)).toEqual(['Emma', 'Ulysses', 'Dune']);
  });
  it('orders years', () => {
    expect(l.years([1999, 855, 2020])).toEqual([855, 1999, 2020]);
  });
  it('prints the headline', () => {
    expect(l.headline({ writer: 'Austen' })).toBe('AUSTEN');
  });
  it('renews a copy of the loan', () => {
    const loan = { renewals: 0 };
    l.renew(loan);
    expect(loan.renewals).toBe(0);
  });
  it('sums the fine', () => {
    expect(l.fine(3)).toBe(0.3);
  });
  it('is due in a month', () => {
    expect(l.due('2026-10-31').toISOString()).toBe('2026-11-30T00:00:00.000Z');
  });
  it('takes a blank settings file', () => {
    expect(l.settings('')).toEqual({ lang: 'en' });
  });
  it('adds the copies of a form field', () => {
    expect(l.copies({ value: '3' })).toBe(8);
  });
  it('reads the hour in UTC', () => {
    expect(l.hour('2026-05-04T10:00:00Z')).toBe(10);
  });
});
