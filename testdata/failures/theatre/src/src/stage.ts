import { headline } from './poster';

export const banner = (title: string) => headline({ title, acts: 1 });
