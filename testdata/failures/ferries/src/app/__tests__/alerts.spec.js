jest.mock('../push');
const push = require('../push');
const { delayed } = require('../alerts');

describe('when a ferry is late', () => {
  test('long delays are told', () => {
    delayed('08:15 Hella', 25);
    expect(push.send.mock.calls).toHaveLength(1);
  });

  test('short ones are not', () => {
    delayed('08:35 Hella', 5);
    expect(push.send.mock.calls).toHaveLength(0);
  });
});
