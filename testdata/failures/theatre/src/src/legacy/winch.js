export function lower(metres) {
  return metres * 2;
}
