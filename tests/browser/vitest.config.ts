import { defineConfig } from 'vitest/config';
import type { BrowserKind } from '../tools/browsers.ts';
import { LongestFirst } from './order.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserKind: BrowserKind;
  }
}

/**
 * Specs of what Pricelight's own code decides, between the service's answers and what a page shows.
 * In Firefox they run for a release (`npm test -- --all`). The others, about what a browser decides,
 * run in both every time: workers, storage and its limits, permissions, notifications, redirects,
 * files, layout, languages, focus and the pointer.
 */
const SAME_IN_FIREFOX = [
  // `languages` runs the same rules in every view.
  'accessibility',
  'alert-kills',
  'alert-levels',
  'catalog',
  'change',
  'currency',
  'detail',
  'holdings',
  'holdings-list',
  'receipts',
  'samples',
  'service-list',
  'signatures',
  'stake-caps',
  'statement',
];

// One set of specs for both browsers. They need the browsers and the built extension, which
// `npm test -- --only browser` provides.
export default defineConfig({
  test: {
    // Two for each core keep both cores busy; with three, specs wait longer and end no earlier.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: 'node',
        // Specs quote messages instead of English.
        setupFiles: ['tests/tools/english.ts', 'tests/browser/failure-report.ts'],
        // The failure report comes before the specs close their pages.
        sequence: { hooks: 'list' },
        include: ['tests/browser/**/*.test.ts'],
        exclude: isShortened(browserKind)
          ? SAME_IN_FIREFOX.map((name) => `tests/browser/${name}.test.ts`)
          : [],
        provide: { browserKind },
        // On a busy machine a browser stalls for seconds. Each wait has its own, shorter limit and
        // names what it waited for.
        testTimeout: 150_000,
        hookTimeout: 180_000,
      },
    })),
  },
});

/** Whether this browser runs only a part. `npm test -- --all` sets the variable. */
function isShortened(kind: BrowserKind): boolean {
  return kind === 'firefox' && process.env['ALL_SPECS'] === undefined;
}
