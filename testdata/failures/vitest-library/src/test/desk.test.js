import { expect, test, vi } from 'vitest';
import * as d from '../src/desk.js';

test('reserve a free book', async () => {
  expect(await d.reserve({ lookup: async () => ({ free: true }) }, '1')).toBe('reserved');
});

test('a broken card is nobody', async () => {
  expect(await d.check({ read: async () => { throw new Error('card reader: no signal'); } })).toBeNull();
});

test('remind by text message', () => {
  const sms = vi.fn();
  d.remind(sms, { phone: '555' });
  expect(sms).toHaveBeenCalledWith('555', 'Please return your books');
});

test('blocked readers', () => {
  expect(d.respond({ blocked: true })).toMatchObject({ status: 403 });
});

test('count visits', () => {
  const { hit } = new d.Counter();
  expect([1, 2].map(() => hit())).toEqual([1, 2]);
});

test('endpoint', () => {
  expect(d.endpoint()).toMatch(/^http/);
});

test('waits for the return', { timeout: 200 }, async () => {
  const bus = new EventTarget();
  setTimeout(() => bus.dispatchEvent(new Event('return')), 1);
  await d.once(bus);
});

test('badge', () => {
  expect(d.badge(2)).toMatchInlineSnapshot(`
    {
      "class": "badge",
      "text": "2 loans",
    }
  `);
});

test('tree of shelves', () => {
  expect(d.tree({ name: 'a', children: [{ name: 'b', children: [] }] })).toEqual(['a', 'b']);
});

test('isbn twice', () => {
  expect([d.isbn('978-3'), d.isbn('978-3')]).toEqual([true, true]);
});

test('money', () => {
  expect(d.money(1234.5)).toBe('1,234.5');
});

test('clone of a map', () => {
  expect(d.clone(new Map([['a', 1]])).get('a')).toBe(1);
});

test('send a shelf', () => {
  expect(d.send('Emma')).toBe('{"book":"Emma"}');
});

test('lend', () => {
  expect(d.lend(Object.freeze({ id: 1 })).lent).toBe(true);
});

test('first id', () => {
  expect(d.firstId(d.ids())).toBe(1);
});

test('limit', () => {
  expect(d.limit(2)).toBe(20n);
});

test('title of nothing', () => {
  expect(d.titleOf(null)).toBe('');
});
