export function hasPlayer(rota, name) {
  return rota.hasOwnProperty(name);
}
