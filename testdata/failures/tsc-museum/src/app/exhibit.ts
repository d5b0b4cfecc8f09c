export interface Exhibit { inventory: string; artist: string; year: number | null; onLoan: boolean }
export type Wing = 'north' | 'south';
export abstract class Display {
  abstract render(): string;
  protected secret = 1;
  readonly width = 10;
  close(): void {}
}
export async function fetchYear(): Promise<number> { return 1900; }
export function hang(e: Exhibit, wing: Wing, height: number): string { return e.artist + wing + height; }
export enum Light { Dim, Bright }
