export function hasPlayer(rota, name) {
  return Object.hasOwn(rota, name);
}

export function shifts(rota) {
  return Object.entries(rota).map(([name, days]) => {
    `${name}: ${days.join(' ')}`;
  });
}
