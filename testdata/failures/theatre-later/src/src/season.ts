import { type Play, plays } from './play.js';

/** What was played, the last one first. */
export function played(): Play[] {
  return plays.toReversed();
}
