import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { CHECK_EVERY_MS, TEST_MS, WAIT_MS } from './tools/limits.ts';

// No browser API except the messages, no mocked modules: the files of a worker can share their
// modules, which saves half of the time.
const FOLDERS = 'base,domain,history-service,price-service,release,styles,waits';
const PURE = globSync(`tests/unit/{${FOLDERS}}/**/*.test.ts`).filter(
  (file) => !/vi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
);

const limits = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS, interval: CHECK_EVERY_MS } },
};

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
          ...limits,
          environment: 'node',
          isolate: false,
          include: PURE,
          setupFiles: ['tests/tools/waits.ts', 'tests/unit/english.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
          ...limits,
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          exclude: PURE,
          setupFiles: ['tests/tools/waits.ts', 'tests/unit/setup.ts'],
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'components',
          ...limits,
          // Starts happy-dom once for all files of a worker; each still has globals and modules of
          // its own.
          pool: 'vmForks',
          environment: 'happy-dom',
          include: ['tests/components/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/tools/waits.ts', 'tests/unit/setup.ts', 'tests/components/setup.ts'],
        },
      },
    ],
  },
});
