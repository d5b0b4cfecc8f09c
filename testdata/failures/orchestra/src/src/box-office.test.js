import { afterAll, describe, expect, it } from 'vitest';
import { open } from './box-office.js';

describe('box office', () => {
  const all = [];
  afterAll(() => all.forEach((s) => s.close()));

  it('opens', async () => {
    all.push(await open());
    expect(all[0].listening).toBe(true);
  });

  it('has a second window', async () => {
    all.push(await open());
    expect(all[1].listening).toBe(true);
  });
});
