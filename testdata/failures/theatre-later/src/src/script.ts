export function prompt(text: string): string {
  return text.replaceAll('(pause)', '...');
}

/** The last words of a line, by which the next player knows that it is their turn. */
export function cueWords(text: string): string {
  return text.slice(-3).concat(text.at(-1) ?? '').join(' ');
}
