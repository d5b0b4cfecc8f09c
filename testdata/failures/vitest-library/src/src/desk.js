export async function reserve(catalog, isbn) {
  const book = catalog.lookup(isbn);
  if (book.free) return 'reserved';
  return 'waiting';
}

export async function check(card) {
  const reader = await card.read();
  return reader;
}

export function remind(sms, reader) {
  sms(reader.phone, 'Please return your books', {});
}

export function respond(reader) {
  return { status: reader.blocked ? 401 : 200 };
}

export class Counter {
  count = 0;

  hit() {
    return ++this.count;
  }
}

export function endpoint() {
  const url = process.env.LIBRARY_API;
  if (url === undefined) throw new TypeError('missing LIBRARY_API in environment');
  return url;
}

export function once(bus) {
  return new Promise((ok) => {
    bus.addEventListener('returned', () => ok(true));
  });
}

export function badge(n) {
  return { class: 'badge badge-new', text: `${n} loans` };
}

export function tree(node) {
  return node.children.map((c) => tree(node)).flat();
}

export function isbn(text) {
  return PATTERN.test(text);
}

const PATTERN = /^\d{3}-/g;

export function money(n) {
  return n.toLocaleString('de-DE');
}

export function clone(map) {
  return JSON.parse(JSON.stringify(map));
}

export function send(book) {
  const shelf = { book };
  shelf.self = shelf;
  return JSON.stringify(shelf);
}

export function lend(state) {
  state.lent = true;
  return state;
}

export function* ids() {
  yield 1;
  yield 2;
}

export function firstId(list) {
  return list.map((x) => x)[0];
}

export function limit(n) {
  return 10n * n;
}

export function pick({ title }) {
  return title;
}

export function titleOf(book) {
  return pick(book);
}
