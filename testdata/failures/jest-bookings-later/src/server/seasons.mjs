export const seasons = { low: 0.8, high: 1.3 };

export const factor = (name) => seasons[name] ?? 1;
