export function print(text) {
  return text.toUpperCase();
}
