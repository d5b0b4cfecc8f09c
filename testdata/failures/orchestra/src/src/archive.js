import { readFileSync } from 'node:fs';

export function composers() {
  return readFileSync('./src/composers.txt', 'utf8').trim().split('\n');
}

export async function scanAll(files, scan) {
  const pages = [];
  files.forEach(async (f) => {
    pages.push(await scan(f));
  });
  return pages;
}
