export function firstNight(year, month, day) {
  return new Date(Date.UTC(year, month - 1, day));
}

/** The dress rehearsal is on the day before the first night. */
export function dressRehearsal(year, month, day) {
  return new Date(year, month - 1, day - 1);
}

export const store = (concerts) => JSON.stringify(concerts);

export const restore = (text) => JSON.parse(text).map((concert) => ({ hall: 'Grand Hall', ...concert }));

export const inOrder = (concerts) => concerts.toSorted((a, b) => a.on - b.on).map((c) => c.title);

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

export function price(cents) {
  return euro.format(cents / 100).replace('\u00a0', ' ');
}

/** A field of the bank's file, such as 1250,00. */
export function amount(cents) {
  return price(cents).replace(' €', '');
}
