const { EventEmitter } = require('node:events');
const { load, cancel, notify, status, Queue, connect, done } = require('../lib/api');

describe('api', () => {
  it('loads the guest of a booking', async () => {
    const client = { get: async () => ({ guest: 'Ann' }) };
    await expect(load(client, 1)).resolves.toBe('Ann');
  });

  it('cancels what is not there', async () => {
    const client = { remove: () => Promise.reject(new Error('booking 9 does not exist')) };
    expect(await cancel(client, 9)).toBe('unknown');
  });

  it('tells the guest', () => {
    const mailer = { send: jest.fn() };
    notify(mailer, { email: 'ann@x.example' });
    expect(mailer.send).toHaveBeenCalledWith('ann@x.example', 'Your booking');
  });

  it('has a status for what is missing', () => {
    expect(status(null)).toBe(404);
  });

  it('queues from a bare function', () => {
    const { push } = new Queue();
    expect(push('clean')).toBe(1);
  });

  it('connects in a fresh checkout', () => {
    expect(connect({})).toBe('memory');
  });

  it('is done', async () => {
    const e = new EventEmitter();
    setImmediate(() => e.emit('finish'));
    await done(e);
  }, 300);
});
