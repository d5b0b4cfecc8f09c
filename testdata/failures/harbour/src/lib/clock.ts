export function pad(n: number): string {
  return n.padStart(2, '0');
}
