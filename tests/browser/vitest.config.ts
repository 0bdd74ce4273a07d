import { defineConfig } from 'vitest/config';
import type { BrowserKind } from '../tools/browsers.ts';
import { BROWSER_WAIT_MS } from '../tools/limits.ts';

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
  'how it is installed, updated and started': ['restart', 'update', 'welcome'],
  'what its sync storage accepts': ['sync'],
  'how long a worker lives, its alarms and notifications': [
    'alerts',
    'alert-notifications',
    'worker',
  ],
  'what is granted, and how it is asked for': ['permissions'],
  'redirects and the headers that follow them': ['redirects'],
  'toolbar, side panel and shortcuts': ['places', 'real-popup', 'toolbar-icon'],
  'files, pictures and the clipboard': ['export'],
  'the focus and the pointer': ['box', 'row-order'],
};

// One set of specs for both browsers. They need the browsers and the built extension, which
// `npm test -- --only browser` provides.
export default defineConfig({
  test: {
    projects: (['chromium', 'firefox'] as const).map((browserKind) => ({
      test: {
        name: browserKind,
        environment: './tests/browser/environment.ts',
        // The specs of a process share their modules and a browser: shared-browser.ts.
        isolate: false,
        // Specs quote messages instead of English.
        setupFiles: ['tests/tools/english.ts', 'tests/browser/setup.ts'],
        // The failure report comes before the specs close their pages.
        sequence: { hooks: 'list' },
        include: specsFor(browserKind).map((name) => `tests/browser/${name}.test.ts`),
        provide: { browserKind },
        // Several waits fit into one test, so a test that hangs names the wait.
        testTimeout: 5 * BROWSER_WAIT_MS,
        hookTimeout: 5 * BROWSER_WAIT_MS,
      },
    })),
  },
});

/** `npm test -- --all` sets the variable. */
function specsFor(kind: BrowserKind): string[] {
  const isShortened = kind === 'firefox' && process.env['ALL_SPECS'] === undefined;
  return isShortened ? Object.values(IN_FIREFOX).flat() : ['*'];
}
