import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { composers, scanAll } from './archive.js';

describe('archive', () => {
  const here = process.cwd();
  afterEach(() => process.chdir(here));

  it('knows the composers wherever it is started', () => {
    process.chdir(tmpdir());
    expect(composers()).toContain('Farrenc');
  });

  it('scans all files', async () => {
    const scan = vi.fn(async (f) => {
      await new Promise((done) => setTimeout(done, 5));
      return `page of ${f}`;
    });
    expect(await scanAll(['a.tif', 'b.tif'], scan)).toEqual(['page of a.tif', 'page of b.tif']);
  });
});
