import { transfer } from './bank.js';

export const pay = (player, fee) => transfer(player, fee * 100);
