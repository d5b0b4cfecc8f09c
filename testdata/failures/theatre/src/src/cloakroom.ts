interface Ticket {
  number: number;
  note?: string;
}

export function ticket(number: number, note: string | undefined): Ticket {
  const t: Ticket = { number, note };
  return t;
}
