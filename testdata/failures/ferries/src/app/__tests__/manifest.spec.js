const os = require('os');
const manifest = require('../manifest');

test('ports from another folder', () => {
  const cwd = process.cwd();
  process.chdir(os.tmpdir());
  try {
    expect(manifest.ports()).toContain('Hella');
  } finally {
    process.chdir(cwd);
  }
});

test('all trucks are weighed', async () => {
  const scale = (truck) => new Promise((r) => setImmediate(r, truck.kilos));
  expect(await manifest.weigh([{ kilos: 7500 }, { kilos: 9000 }], scale)).toBe(16500);
});

test('crew is part of the manifest', () => {
  expect(manifest.encode({ crew: new Set(['Liv', 'Odd']) })).toBe('{"crew":["Liv","Odd"]}');
});

test('long id', () => {
  expect(manifest.decodeId('{"id":90071992547409935}')).toBe('90071992547409935');
});

test('one order is refused', async () => {
  const done = await manifest.confirmAll([async () => 'ok', async () => { throw new Error('lane is full'); }]);
  expect(done).toEqual(['ok', 'lane is full']);
});
