import { afterAll, describe, expect, it } from 'vitest';
import { open } from './box-office.js';

describe('box office', () => {
  let server;
  afterAll(() => server?.close());

  it('opens', async () => {
    server = await open();
    expect(server.listening).toBe(true);
  });
});
