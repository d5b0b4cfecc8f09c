type Colour = 'amber' | 'blue';

function set(lamp: number, colour: Colour): string {
  return `${lamp}:${colour}`;
}

const cue = { lamp: 4, colour: 'amber' };

export const first = set(cue.lamp, cue.colour);
