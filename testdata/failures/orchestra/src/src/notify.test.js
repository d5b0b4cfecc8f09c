import { describe, expect, it, vi } from 'vitest';
import { callRehearsal } from './notify.js';

const sms = vi.fn();

describe('callRehearsal', () => {
  it('writes to every player', () => {
    callRehearsal(['+1', '+2'], sms);
    expect(sms).toHaveBeenCalledTimes(2);
  });

  it('writes to nobody when all are ill', () => {
    callRehearsal([], sms);
    expect(sms).not.toHaveBeenCalled();
  });
});
