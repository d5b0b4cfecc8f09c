const gross = require('../lib/pricing');

test('gross price', () => {
  expect(gross(100)).toBeCloseTo(107);
});
