import { describe, expect, it, vi } from 'vitest';
import { pay } from './payroll.js';

const transfer = vi.fn(() => 'sent');
vi.mock('./bank.js', () => ({ transfer }));

describe('pay', () => {
  it('transfers the fee', () => {
    expect(pay('Ines', 140)).toBe('sent');
  });
});
