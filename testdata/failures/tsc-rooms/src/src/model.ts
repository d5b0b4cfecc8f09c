export interface Room { id: number; name: string; beds: number; floor?: number }
export type Status = 'free' | 'taken' | 'closed';
export const rooms: Room[] = [{ id: 1, name: 'Attic', beds: 2 }];
export function book(room: Room, nights: number): Status { return nights > room.beds ? 'taken' : 'free'; }
