import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { testTimeout: 1500, pool: 'forks' } });
