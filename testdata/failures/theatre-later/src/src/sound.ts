type Effect = 'thunder' | 'bell';

interface Cue {
  at: number;
  effect: Effect;
}

const storm = [12, 14, 19].map((at) => ({ at, effect: 'thunder' }));

export function play(cues: Cue[]): string {
  return cues.map((c) => `${c.at} ${c.effect}`).join('\n');
}

export const secondAct = play(storm);
