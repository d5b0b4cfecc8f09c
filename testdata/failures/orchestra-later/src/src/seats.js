export function volume(settings, hall = {}) {
  return settings.volume || hall.volume || 70;
}

export const numbers = (line) => line.split(' ').map(Number);

/** The free seats of a row in the order of their numbers. */
export const free = (line) => numbers(line).sort();

export const labels = (seats) => seats.map((s) => `${s.row}-${s.n}`);

export function rename(hall, name) {
  const copy = structuredClone(hall);
  copy.sign.text = name;
  return copy;
}

export const place = (row, number) => ({ row, number });
