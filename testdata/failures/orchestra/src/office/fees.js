export function fee(kind) {
  switch (kind) {
    case 'solo':
      const base = 300;
      return base * 2;
    default:
      return 140;
  }
}
