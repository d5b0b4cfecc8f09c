export function last(entries: string[]): string | undefined {
  return entries.at(-1);
}
