import { readFileSync } from 'node:fs';

const scanned = /\.tiff?$/g;

export function composers() {
  return readFileSync(new URL('./composers.txt', import.meta.url), 'utf8').trim().split('\n');
}

export async function scanAll(files, scan) {
  const pages = [];
  for (const f of files) {
    if (scanned.test(f)) pages.push(await scan(f));
  }
  return pages;
}

/** Where the pages of a work are. */
export function shelfmark(composer, work) {
  return new URL(encodeURI(`/scores/${composer}/${work}`), 'https://archive.example.org');
}
