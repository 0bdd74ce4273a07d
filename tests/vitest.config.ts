import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

// No browser API but the messages, no mocked modules: the files of a worker can share their modules, which saves half
// of the time.
const PURE =
  '{bench,history-service,local-price-service,price-service,domain/prices,soak,base/text}';

// On a busy machine a test takes many times as long as usual.
const testTimeout = 20_000;

// Projects do not inherit a plugin of the root: the fake browser would be missing.
export default defineConfig({
  test: {
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    // Threads would start faster, but all threads of a process share its locks.
    pool: 'forks',
    projects: [
      {
        plugins: [WxtVitest()],
        test: {
          name: 'pure',
          testTimeout,
          environment: 'node',
          isolate: false,
          include: [`tests/unit/${PURE}/*.test.ts`],
          setupFiles: ['tests/unit/english.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
          testTimeout,
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          exclude: [`tests/unit/${PURE}/*.test.ts`],
          setupFiles: ['tests/unit/setup.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'components',
          testTimeout,
          environment: 'happy-dom',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/unit/setup.ts', 'tests/components/setup.ts'],
        },
      },
    ],
  },
});
