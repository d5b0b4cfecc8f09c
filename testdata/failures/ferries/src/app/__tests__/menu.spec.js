const { menu } = require('../menu');

test('menu of a Friday', () => {
  expect(menu(5)).toMatchSnapshot();
});
