import { type Play, plays } from './play.js';

export { Play } from './play.js';

export class Poster {
  constructor(private readonly house: string) {}

  headline(play: Play): string {
    return `${this.house}: ${play.title.toUpperCase()}`;
  }
}

export function headline(play: Play): string {
  return play.title.toUpperCase();
}

export function wall(house: string): string[] {
  const poster = new Poster(house);
  return plays.map(poster.headline);
}
