import { describe, expect, it } from 'vitest';
import { searchUrl, tickets } from './tickets.js';

const answers = (status, body) => async () => ({ ok: status < 400, status, json: async () => body });

describe('tickets', () => {
  it('lists what is free', async () => {
    const body = { seats: [{ label: 'C-4', free: true }, { label: 'C-5', free: false }] };
    expect(await tickets(answers(200, body), 4)).toEqual(['C-4']);
  });

  it('says that the concert is over', async () => {
    await expect(tickets(answers(410, { detail: 'over' }), 4)).rejects.toThrow('status 410');
  });

  it('searches in all halls', () => {
    expect(searchUrl('Bach & sons')).toBe('/search?q=Bach+%26+sons');
  });
});
