import { headline } from './poster.js';

export const banner = (title: string) => headline({ title });
