import { lower } from './legacy/winch.js';

export const down = () => lower(3);
