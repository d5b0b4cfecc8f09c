import * as desk from './desk.js';

export const rate = () => desk.dailyRate();
