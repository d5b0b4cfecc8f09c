export interface Play {
  title: string;
  acts: number;
}

export type Genre = 'comedy' | 'tragedy' | 'farce';

export const plays: Play[] = [{ title: 'The Seagull', acts: 4 }];
