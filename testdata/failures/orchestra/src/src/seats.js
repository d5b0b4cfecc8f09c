export function volume(settings) {
  return settings.volume || 70;
}

export const numbers = (line) => line.split(' ').map(parseInt);

export const labels = (seats) => seats.map((s) => { `${s.row}-${s.n}`; });

export function rename(hall, name) {
  const copy = { ...hall };
  copy.sign.text = name;
  return copy;
}

export const place = (row, n) => ({ row, n });
