import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['src/**/*.test.js'], env: { TZ: 'Europe/Vienna' }, testTimeout: 1500, pool: 'forks' },
});
