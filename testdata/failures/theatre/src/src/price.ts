import type { Genre } from './play.js';

const prices: Record<Genre, number> = { comedy: 18, tragedy: 24 };

export const price = (genre: Genre) => prices[genre];
