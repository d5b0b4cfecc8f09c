type Colour = 'amber' | 'blue';

function set(lamp: number, colour: Colour): string {
  return `${lamp}:${colour}`;
}

const cue = { lamp: 4, colour: 'amber' } as const;

export const first = set(cue.lamp, cue.colour);

export const alarm = [4, 5].map((lamp) => set(lamp, 'red'));
