const closed: readonly string[] = ['C3', 'C4'];

function mark(ids: string[]): string {
  return ids.sort().join();
}

export const marked = mark(closed);
