import { defineConfig } from 'vitest/config';
import type { BrowserKind } from '../tools/browsers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserKind: BrowserKind;
  }
}

// One set of specs, once in each browser. The browsers and the built extension must be there:
// `npm test -- --only browser` sees to both.
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: 'node',
        include: ['tests/browser/**/*.test.ts'],
        provide: { browserKind },
        // A whole browser on a busy machine may stall for longer than any test should wait. The
        // report names what needed its second try; it is to be looked into, not lived with.
        retry: process.env['CI'] === undefined ? 0 : 1,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      },
    })),
  },
});
