import { defineConfig } from 'vitest/config';
import type { BrowserKind } from '../tools/browsers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserKind: BrowserKind;
  }
}

// One set of specs for both browsers. They need the browsers and the built extension, which
// `npm test -- --only browser` provides.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: 'node',
        // Specs quote messages instead of English.
        setupFiles: ['tests/tools/english.ts', 'tests/browser/failure-report.ts'],
        // The failure report comes before the specs close their pages.
        sequence: { hooks: 'list' },
        include: ['tests/browser/**/*.test.ts'],
        provide: { browserKind },
        // On a busy machine a browser stalls for seconds. Each wait has its own, shorter limit and
        // names what it waited for.
        testTimeout: 150_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
