import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

// No browser API but the messages, no mocked modules: the files of a worker can share their modules,
// which saves half of the time.
const PURE = [
  'bench',
  'history-service',
  'local-price-service',
  'price-service',
  'soak',
  'base/text',
  'domain/alerts/*',
  'domain/{currency,diagnostics,forwarding,history,holdings,prices,samples,stake-caps}',
].map((folder) => `tests/unit/${folder}/*.test.ts`);

// On a busy machine a test takes many times as long as usual.
const testTimeout = 20_000;

// Projects do not inherit a plugin of the root: the fake browser would be missing.
export default defineConfig({
  test: {
    // The default leaves one core idle, which is half of a machine with two. Tests of a whole worker
    // wait for most of their time.
    maxWorkers: availableParallelism() + 1,
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
          include: PURE,
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
          exclude: PURE,
          setupFiles: ['tests/unit/setup.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'components',
          testTimeout,
          // Starts happy-dom once for all files of a worker; each still has globals and modules of
          // its own.
          pool: 'vmForks',
          environment: 'happy-dom',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/unit/setup.ts', 'tests/components/setup.ts'],
        },
      },
    ],
  },
});
