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
    maxWorkers: 2,
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: 'node',
        include: ['tests/browser/**/*.test.ts'],
        provide: { browserKind },
        // A whole browser on a busy machine stalls for seconds. Each wait has a limit of its own and
        // says what it waited for; these are for what hangs without one.
        testTimeout: 150_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
