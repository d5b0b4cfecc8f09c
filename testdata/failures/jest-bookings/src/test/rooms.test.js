const { capacity, page, byPrice, label, add } = require('../lib/rooms');

describe('rooms', () => {
  test('an unknown room has no beds', () => {
    expect(capacity([{ id: 1, beds: 2 }], 7)).toBe(0);
  });

  test('first page', () => {
    expect(page(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'b']);
  });

  test('cheapest first', () => {
    expect(byPrice([90, 120, 45])).toEqual([45, 90, 120]);
  });

  test('label', () => {
    expect(label({ name: 'Attic', beds: 1 })).toBe('Attic (1)');
  });

  test('add leaves the list alone', () => {
    const rooms = ['a'];
    add(rooms, 'b');
    expect(rooms).toEqual(['a']);
  });
});
