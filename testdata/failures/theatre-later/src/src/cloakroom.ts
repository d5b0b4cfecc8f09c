interface Ticket {
  readonly number: number;
  note?: string | undefined;
}

export function ticket(number: number, note: string | undefined): Ticket {
  const t: Ticket = { number, note };
  return t;
}

/** The ticket when the coat hangs on another hook. */
export function moved(t: Ticket, hook: number): Ticket {
  t.number = hook;
  return t;
}
