import { volume } from './seats.js';

export function faders(channels, hall) {
  return channels.map((c) => `${c.name} ${volume(c, hall)}`);
}
