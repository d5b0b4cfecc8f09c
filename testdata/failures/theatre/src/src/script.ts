export function prompt(text: string): string {
  return text.replaceAll('(pause)', '...');
}
