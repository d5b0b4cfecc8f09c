import { receipt, transfer } from './bank.js';

export const pay = (player, fee) => transfer(player, fee * 100);

export function payAll(fees) {
  for (const [player, fee] of Object.entries(fees)) if (fee > 0) pay(player, fee);
}

export const proof = (player) => receipt(player).slice(0, 8);
