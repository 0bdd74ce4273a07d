import { defineConfig } from 'vitest/config';
import type { BrowserKind } from '../tools/browsers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserKind: BrowserKind;
  }
}

/**
 * The specs that also run in Firefox every time, by what the browser decides in them. All others
 * are about what Pricelight's own code decides, between the service's responses and what a page
 * shows. In Firefox they run for a release (`npm test -- --all`).
 */
const IN_FIREFOX = {
  'how it is installed, updated and started': ['absence', 'install', 'restart', 'update'],
  'how long a worker lives, and its alarms': ['alerts', 'worker'],
  'what is granted, and how it is asked for': ['permissions', 'welcome'],
  'redirects and the headers that follow them': ['redirects'],
  'the room in its storage': ['full-storage'],
  'toolbar, side panel, shortcuts and notifications': [
    'alert-notifications',
    'places',
    'real-popup',
    'toolbar-icon',
  ],
  'files and the clipboard': ['backup', 'export'],
  'fonts, layout, motion and color schemes': ['appearance', 'languages', 'list-layout', 'motion'],
  'the keyboard, the focus and the pointer': ['row-order', 'watchlist'],
};

// One set of specs for both browsers. They need the browsers and the built extension, which
// `npm test -- --only browser` provides.
export default defineConfig({
  test: {
    // Two for each core keep both cores busy; with three, specs wait longer and end no earlier.
    maxWorkers: 4,
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: './tests/browser/environment.ts',
        // Specs keep nothing in modules. Loading all of them again takes half a second for each.
        isolate: false,
        // Specs quote messages instead of English.
        setupFiles: ['tests/tools/english.ts', 'tests/browser/failure-report.ts'],
        // The failure report comes before the specs close their pages.
        sequence: { hooks: 'list' },
        include: specsFor(browserKind).map((name) => `tests/browser/${name}.test.ts`),
        provide: { browserKind },
        // On a busy machine a browser stalls for seconds. Each wait has its own, shorter limit and
        // names what it waited for.
        testTimeout: 150_000,
        hookTimeout: 180_000,
      },
    })),
  },
});

/** `npm test -- --all` sets the variable. */
function specsFor(kind: BrowserKind): string[] {
  const isShortened = kind === 'firefox' && process.env['ALL_SPECS'] === undefined;
  return isShortened ? Object.values(IN_FIREFOX).flat() : ['*'];
}
