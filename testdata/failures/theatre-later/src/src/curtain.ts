import { lower } from './legacy/winch.js';

export const down = () => lower(3);

export const downSlowly = () => lower(3, 0.5);
