export function lower(metres, speed = 1) {
  return (metres * 2) / speed;
}
