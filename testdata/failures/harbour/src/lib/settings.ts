const settings: Record<string, string> = { port: 'Florø' };

export const title = (settings.port ?? '').toUpperCase();
