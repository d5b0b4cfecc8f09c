const { Radio, next, tune } = require('../radio');

test('next message', async () => {
  const radio = new Radio();
  const heard = next(radio);
  radio.receive('Hella, Hella');
  await expect(heard).resolves.toBe('Hella, Hella');
});

test('tune quietly', () => {
  const radio = new Radio();
  tune(radio, { channel: 16 });
  expect(radio.channel).toBe(16);
});
