const { server, link } = require('../lib/mail');

describe('mail', () => {
  it('has a server', () => {
    expect(server()).toBe('localhost');
  });

  it('links to a booking', () => {
    expect(link(7, 'de')).toBe('https://bookings.example/b?id=7&locale=de');
  });
});
