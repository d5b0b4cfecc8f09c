export function afterBeats(n, bpm) {
  return new Promise((resolve) => setTimeout(resolve, (n * 60000) / bpm, n));
}
