import { plays } from './play.js';

export function tonight(): string {
  return plays[0].title;
}
