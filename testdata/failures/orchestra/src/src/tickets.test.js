import { describe, expect, it } from 'vitest';
import { searchUrl, tickets } from './tickets.js';

describe('tickets', () => {
  it('rejects when the office is closed', async () => {
    const closed = async () => ({ ok: false, status: 503, json: async () => ({ detail: 'closed' }) });
    await expect(tickets(closed, 4)).rejects.toThrow('503');
  });

  it('searches for any words', () => {
    const url = new URL(searchUrl('Bach & sons'), 'http://localhost');
    expect(url.searchParams.get('q')).toBe('Bach & sons');
  });
});
