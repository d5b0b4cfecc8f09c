export interface Costume {
  role: string;
  hat?: string;
}

export function withoutHat(costume: Costume): Costume {
  costume.hat = undefined;
  return costume;
}
