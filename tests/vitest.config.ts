import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

// Projects do not inherit a plugin that stands at the root: the fake browser would be missing.
export default defineConfig({
  test: {
    // By default one core is left free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/unit/setup.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/unit/setup.ts', 'tests/components/setup.ts'],
        },
      },
    ],
  },
});
