import { depths } from './deepest';

export const shallow = () => depths([0]).includes(9);
