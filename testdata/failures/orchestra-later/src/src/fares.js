/** What a journey with an instrument costs. */
export function fare(instrument, seats = 1) {
  switch (instrument) {
    case 'harp':
      const seats = 2;
      return 40 * seats;
    case 'cello':
      return 60;
    default:
      return 40 * seats;
  }
}
