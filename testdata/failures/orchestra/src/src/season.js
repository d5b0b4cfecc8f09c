export function firstNight(year, month, day) {
  return new Date(Date.UTC(year, month, day));
}

export const store = (concert) => JSON.stringify(concert);

export const restore = (text) => JSON.parse(text);

export function weekday(concert) {
  return concert.on.getUTCDay();
}

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

export function price(cents) {
  return euro.format(cents / 100);
}
