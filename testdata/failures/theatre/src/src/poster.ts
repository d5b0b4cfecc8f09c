import { Play, plays } from './play.js';

export function headline(play: Play): string {
  return play.title.toUpperCase();
}

export const all = plays.map(headline);
