'use strict';

const assert = require('node:assert/strict');
const { Readable } = require('node:stream');
const { describe, it } = require('node:test');
const { body, sailings } = require('./client');

describe('client', () => {
  it('complains when the timetable is down', async () => {
    const down = async () => ({ ok: false, status: 502, json: async () => [] });
    await assert.rejects(() => sailings(down, 'Hella'), /502/);
  });

  it('asks for a port with a slash', async () => {
    const asked = [];
    await sailings(async (url) => {
      asked.push(url);
      return { ok: true, status: 200, json: async () => [] };
    }, 'Hella/Dragsvik');
    assert.equal(asked[0], 'http://ferries.example/ports/Hella%2FDragsvik/sailings');
  });

  it('reads a body', async () => {
    assert.equal(await body(Readable.from([Buffer.from('on time')])), 'on time');
  });
});
