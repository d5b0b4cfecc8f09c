import { Exhibit, Wing, Display, fetchYear, hang, Light } from './exhibit.js';
import { plan } from '../lib/floorplan.js';
export const route = plan('north');
const vase: Exhibit = { inventory: 'V1', artist: 'unknown', year: null, onLoan: false };
hang(vase, 'north', '180cm');
hang(vase, 'south');
export const painter = vase.painter;
export const age = 2026 - [vase].at(0).year!;
export const coin: Exhibit = { inventory: 'C7', artist: 'mint', year: 1780 };
export const caption = (exhibit) => `${exhibit.artist}`;
export const wing: Wing = 'east';
export const d = new Display();
export class Case extends Display { open() { return 1; } }
export class Wall extends Display { render() { return ''; } close(): void {} }
export function year() { return await fetchYear(); }
export function widen(w: Wall) { w.width = 20; }
export const s = (w: Wall) => w.secret;
const opening = 9;
export function light(hour: number): Light | undefined { if (hour > 18) { return Light.Dim; } }
export function tick() { const n = 1; n += 1; return n; }
export function safe(f: () => void) { try { f(); } catch (e) { return e.message; } return ''; }
export const closed = (w: Wing) => w === 'west';
export const sizes = { small: 1, small: 2 };
export function pick(flag: boolean) { let n: number; if (flag) n = 1; return n; }
export function longest<T>(a: T) { return a.length; }
export const next = fetchYear() + 1;
