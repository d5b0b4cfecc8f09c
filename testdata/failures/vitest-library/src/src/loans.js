export const loans = [{ copy: 'c1', reader: 'r1' }];

export function readerOf(copy) {
  return loans.find((l) => l.copy === copy).reader;
}

export function shelf(books, number) {
  const size = 3;
  const start = number * size;
  return books.slice(start, start + size);
}

export function years(list) {
  return list.slice().sort();
}

export function headline(book) {
  return book.author.toUpperCase();
}

export function renew(loan) {
  loan.renewals += 1;
  return loan;
}

export function fine(days) {
  return days * 0.1;
}

export function due(date) {
  const d = new Date(date);
  d.setUTCMonth(d.getUTCMonth() + 1);
  return d;
}

export function settings(text) {
  const parsed = JSON.parse(text);
  return { lang: 'en', ...parsed };
}

export function copies(field) {
  const total = field.value + 5;
  return total;
}

export function hour(iso) {
  return new Date(iso).getHours();
}
