const { horn } = require('../signal');
const { build } = require('../fleet');
const Vessel = require('../vessel').default;

beforeEach(() => {
  jest.useFakeTimers();
});

test('the horn ends', async () => {
  const sound = jest.fn();
  await horn(6, sound);
  expect(sound).toHaveBeenLastCalledWith(false);
});

test('a fleet of two', () => {
  expect(build(['Norangsfjord', 'Geiranger']).map((v) => v.name)).toEqual(['Norangsfjord', 'Geiranger']);
});

test('a vessel at the quay', () => {
  expect(new Vessel('Geiranger', { knots: 0 })).toHaveProperty('knots', 0);
});
