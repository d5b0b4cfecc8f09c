export function fee(kind, years) {
  let extra = 0;
  switch (kind) {
    case 'solo': {
      const base = 300;
      return base * 2;
    }
    case 'section leader':
      extra = 60;
    case 'tutti':
      return 140 + extra + years;
    default:
      return 140;
  }
}
