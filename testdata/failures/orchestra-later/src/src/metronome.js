/** Resolves with the number of beats when they are over. */
export function afterBeats(n, bpm) {
  return new Promise((resolve) => {
    let beats = 0;
    if (n === 0) return;
    const timer = setInterval(() => {
      beats += 1;
      if (beats < n) return;
      clearInterval(timer);
      resolve(beats);
    }, 60000 / bpm);
  });
}
