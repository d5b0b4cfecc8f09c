import { plays } from './play.js';

export function tonight(): string {
  const [first] = plays;
  return first.title;
}

function doors(curtain: string): string {
  return curtain.slice(11, 16);
}

export const doorsTonight = (curtain: Date) => doors(curtain);
