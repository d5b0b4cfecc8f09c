import { Room, rooms, book } from './model.js';
import { format } from './dates.js';
const today = format(new Date());

export const first = book(rooms[0], '2');
export const second = book(rooms[0]);
export const title = rooms[0].title;
export const beds = rooms.find((r) => r.id === 3).beds;
export const extra: Room = { id: 2, name: 'Hall' };
export function show(room) { return String(room) + today; }
