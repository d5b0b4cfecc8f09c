import type { Genre } from './play.js';

const prices: Record<Genre, number> = { comedy: 18, tragedy: 24, farce: 15, opera: 36 };

const student = { comedy: 0.5, tragedy: 0.5, farce: 0.4 } as Record<Genre, number>;

export const price = (genre: Genre) => prices[genre];

export const studentPrice = (genre: Genre) => prices[genre] * (1 - student[genre]);

export const total = (genres: Genre[], fee = 0) => genres.reduce((sum, g) => sum + studentPrice(g) + fee, 0);
