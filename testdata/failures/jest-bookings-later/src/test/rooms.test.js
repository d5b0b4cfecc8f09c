const { capacity, page, byPrice, label, add } = require('../lib/rooms');

describe('rooms', () => {
  test('an unknown room has no beds', () => {
    expect(capacity([{ id: 1, beds: 2 }], 7)).toBe(0);
  });

  test('a hall has no beds', () => {
    expect(capacity([{ id: 1, beds: 2 }, { id: 2, beds: 0 }], 2)).toBe(0);
  });

  test('pages in a row', () => {
    const all = ['attic', 'cellar', 'garden', 'lake', 'tower'];
    expect([1, 2, 3].map((number) => page(all, { number, size: 2 }))).toEqual([['attic', 'cellar'], ['garden', 'lake'], ['tower']]);
  });

  test('cheapest first', () => {
    expect(byPrice([90, 120, 45])).toEqual([45, 90, 120]);
  });

  test('sorting for one guest only', () => {
    const prices = [90, 120, 45];
    byPrice(prices);
    expect(prices[0]).toBe(90);
  });

  test('label', () => {
    expect(label({ name: { en: 'Attic', de: 'Dachzimmer' }, beds: 1 })).toBe('Attic (1)');
  });

  test('add leaves the list alone', () => {
    const rooms = ['a'];
    add(rooms, 'b');
    expect(rooms).toEqual(['a']);
  });
});
