import scanner from 'barcode-reader-lite';

export const scan = (x) => scanner(x);
