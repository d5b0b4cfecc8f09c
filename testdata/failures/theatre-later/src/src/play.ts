export interface Play {
  title: string;
  acts: number;
}

export type Genre = 'comedy' | 'tragedy' | 'farce' | 'opera';

export const plays: Play[] = [
  { title: 'The Seagull', acts: 4 },
  { title: 'Tosca', acts: 3 },
];
