export type Flag = 'NO' | 'DK' | 'NL' | 'PA';

export class Ship {
  constructor(
    readonly name: string,
    readonly flag: Flag,
    readonly draught: number,
  ) {}
}

export interface Berth {
  id: string;
  depth: number;
  occupant?: Ship;
}

export const berths: Berth[] = [{ id: 'A1', depth: 9 }];
