const { EventEmitter } = require('node:events');
const { load, cancel, notify, status, Queue, connect, done, again } = require('../lib/api');

const mailer = { send: jest.fn() };

describe('api', () => {
  it('loads the name of the guest', async () => {
    const client = { get: async () => ({ guest: { name: 'Ann', email: 'ann@x.example' } }) };
    await expect(load(client, 1)).resolves.toBe('Ann');
  });

  it('cancels what is not there', async () => {
    const client = { remove: () => Promise.reject(new Error('booking 9 does not exist')) };
    expect(await cancel(client, 9)).toBe('unknown');
  });

  it('tells the guest', () => {
    notify(mailer, { email: 'ann@x.example' });
    expect(mailer.send).toHaveBeenCalledWith('ann@x.example', 'Your booking');
  });

  it('tells a guest once', () => {
    notify(mailer, { email: 'bob@x.example' });
    expect(mailer.send).toHaveBeenCalledTimes(1);
  });

  it('has a status for what is missing', () => {
    expect(status(null)).toBe(404);
  });

  it('queues from a bare function', () => {
    const { push } = new Queue();
    expect(push('clean')).toBe(1);
  });

  it('queues for each house', () => {
    const [north, south] = [new Queue(), new Queue()];
    north.add('clean');
    expect(south.add('paint')).toBe(1);
  });

  it('connects in a fresh checkout', () => {
    expect(connect({})).toBe('memory');
  });

  it('is done', async () => {
    const e = new EventEmitter();
    setImmediate(() => e.emit('finish'));
    await done(e);
  }, 300);

  it('tries again', async () => {
    jest.useFakeTimers();
    const action = jest.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValueOnce('saved');
    expect(await again(action, 1000)).toBe('saved');
  }, 400);
});
