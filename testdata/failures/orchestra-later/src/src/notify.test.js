import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callRehearsal, remindIn } from './notify.js';

const sms = vi.fn();

describe('callRehearsal', () => {
  beforeEach(() => sms.mockClear());

  it('writes to every player', () => {
    callRehearsal(['+1', '+2'], sms);
    expect(sms).toHaveBeenCalledTimes(2);
  });

  it('writes to nobody when all are ill', () => {
    callRehearsal([], sms);
    expect(sms).not.toHaveBeenCalled();
  });
});

describe('remindIn', () => {
  beforeEach(() => {
    sms.mockClear();
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('writes when the time has come', () => {
    remindIn(30, '+1', sms);
    expect(sms).toHaveBeenCalledWith('+1', 'Rehearsal in 30 minutes');
  });
});
