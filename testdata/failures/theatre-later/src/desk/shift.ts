interface Shift {
  seller: string;
  from: number;
}

export const evening: Shift = { seller: 'Mara', from: 18, till: 22 };
