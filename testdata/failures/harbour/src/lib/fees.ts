import type { Flag } from './ship.js';

const rebate: { [F in Flag]: number } = {
  NO: 0.1,
  DK: 0.1,
  NL: 0.05,
};

export const fee = (flag: Flag, gross: number) => gross * (1 - rebate[flag]);

export function region(flag: Flag): string {
  if (flag === 'NO' || flag === 'DK') return 'nordic';
  if (flag === 'NL') return 'north sea';
  return unreachable(flag);
}

function unreachable(x: never): never {
  throw new Error(`unexpected ${x}`);
}
