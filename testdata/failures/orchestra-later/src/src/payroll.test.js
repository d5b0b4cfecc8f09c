import { describe, expect, it, vi } from 'vitest';
import { pay, payAll, proof } from './payroll.js';

const { transfer } = vi.hoisted(() => ({ transfer: vi.fn(() => 'sent') }));
vi.mock('./bank.js', () => ({ transfer }));

describe('pay', () => {
  it('transfers the fee', () => {
    expect(pay('Ines', 140)).toBe('sent');
  });

  it('transfers once to each who is paid', () => {
    payAll({ Ines: 140, Otto: 0, Ruth: 90 });
    expect(transfer).toHaveBeenCalledTimes(2);
  });

  it('has a short proof', () => {
    expect(proof('Ines')).toHaveLength(8);
  });
});
