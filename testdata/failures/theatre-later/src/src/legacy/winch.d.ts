export function lower(metres: number): number;
