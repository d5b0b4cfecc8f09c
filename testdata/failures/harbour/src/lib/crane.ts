import crane from './vendor/crane.js';

export const lift = (tonnes: number): boolean => crane(tonnes);
