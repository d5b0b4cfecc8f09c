import { describe, expect, it, vi } from 'vitest';
import { composers, scanAll, shelfmark } from './archive.js';

describe('archive', () => {
  it('knows the composers', () => {
    expect(composers()).toContain('Farrenc');
  });

  it('scans all files', async () => {
    const scan = vi.fn(async (f) => {
      await new Promise((done) => setTimeout(done, 5));
      return `page of ${f}`;
    });
    expect(await scanAll(['a.tif', 'b.tif', 'notes.txt'], scan)).toEqual(['page of a.tif', 'page of b.tif']);
  });

  it('has a page for each work', () => {
    const { pathname, search } = shelfmark('Holmès', 'Pourquoi?');
    expect([pathname, search]).toEqual(['/scores/Holm%C3%A8s/Pourquoi%3F', '']);
  });
});
