import { defineConfig } from 'wxt';
import { licenseHooks, shippedModules } from './lib/base/about/build/hooks.ts';
import { localeHooks } from './lib/base/locale/build/hooks.ts';
import { galleryHooks } from './tests/gallery/hooks.ts';

// The code that the popup loads before its first paint is in two files: its own code, and the code
// that it shares with the options page. The bundler's default is dozens of files of a kilobyte,
// each with a request of its own.
const PAGES = {
  options: '/entrypoints/options/',
  popup: '/entrypoints/popup/',
  gallery: '/tests/gallery/main',
};
type PageName = keyof typeof PAGES;
const PAGE_NAMES: readonly PageName[] = ['options', 'popup', 'gallery'];

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

function chunkOf(id: string, graph: ModuleGraph): string | null {
  const users = pagesOf(id, graph, { atStart: true });
  // Loading a file runs its entry, so shared code is in a separate file.
  const isLent = pagesOf(id, graph, { atStart: false }).size > 1;
  if (users.has('popup')) return isLent ? 'options-popup' : 'popup';
  if (users.has('options')) return isLent ? 'options-lent' : 'options';
  return null;
}

/** The pages that load a module: at startup only, or at any time. */
function pagesOf(id: string, graph: ModuleGraph, { atStart }: { atStart: boolean }): Set<PageName> {
  const found = new Set<PageName>();
  const seen = new Set([id]);
  for (const each of seen) {
    for (const name of PAGE_NAMES) if (each.includes(PAGES[name])) found.add(name);
    const info = graph.getModuleInfo(each);
    for (const importer of info?.importers ?? []) seen.add(importer);
    if (!atStart) for (const importer of info?.dynamicImporters ?? []) seen.add(importer);
  }
  return found;
}

const filesOfPages = {
  groups: [
    {
      name: chunkOf,
      debugName: 'by page',
      tags: ['$initial' as const],
      includeDependenciesRecursively: false,
    },
  ],
};

// In these browsers, `browser` and `chrome` return promises. Only responses to messages would
// differ, and this extension uses no responses. So the build leaves out the polyfill's wrapper.
const nativeBrowser = {
  name: 'native-browser',
  load(id: string): string | null {
    if (!id.endsWith('/browser-polyfill.js')) return null;
    return 'export default globalThis.browser ?? globalThis.chrome;';
  },
};

// Chrome uses Alt+Shift with N, P, C, W and X. On a Mac, Option and Shift type letters in some
// languages.
function keys(letter: string): { default: string; mac: string } {
  return { default: `Alt+Shift+${letter}`, mac: `MacCtrl+Shift+${letter}` };
}

export default defineConfig({
  manifestVersion: 3,
  targetBrowsers: ['chrome', 'firefox'],
  // With explicit imports, a reader sees where a name comes from.
  imports: false,
  modules: ['@wxt-dev/module-react', '@wxt-dev/auto-icons', '@wxt-dev/webextension-polyfill'],
  autoIcons: { baseIconPath: 'assets/icon.svg', developmentIndicator: false },
  vite: () => ({
    plugins: [nativeBrowser, shippedModules],
    build: {
      // The oldest browsers of the manifest support light-dark(), so that a part of a page can have
      // its own theme.
      cssTarget: ['chrome144', 'firefox140'],
    },
  }),
  hooks: {
    ...licenseHooks,
    ...localeHooks,
    ...galleryHooks,
    'vite:build:extendConfig': (entrypoints, { build }) => {
      const output = build?.rolldownOptions?.output;
      if (!entrypoints.some(({ name }) => name === 'popup')) return;
      if (!output || Array.isArray(output)) throw new TypeError('The pages are built in one go.');
      output.codeSplitting = filesOfPages;
    },
  },
  manifest: ({ browser }) => ({
    name: '__MSG_app_name__',
    description: '__MSG_app_description__',
    default_locale: 'en',
    // The entrypoint of the side panel adds its permissions. None of the permissions causes a
    // warning.
    permissions: ['storage', 'alarms', 'notifications'],
    // The extension requests no host permission at installation. "Grant access" on the options page
    // requests one origin.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    action: { default_title: '__MSG_app_name__' },
    omnibox: { keyword: 'px' },
    commands: {
      _execute_action: { suggested_key: keys('L') },
      // Chrome has no command for side panels, so the worker listens for this one.
      [browser === 'firefox' ? '_execute_sidebar_action' : 'open-side-panel']: {
        suggested_key: keys('S'),
        description: '__MSG_popup_view_openSidePanel__',
      },
      'next-badge-feed': {
        suggested_key: keys('J'),
        description: '__MSG_commands_nextBadgeFeed__',
      },
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              // With another id, it would be another extension, without the settings of existing
              // users.
              id: 'pricelight@pricelight.example',
              strict_min_version: '140.0',
              // Any data that leaves the browser counts. An access token is authentication
              // information. Consent is optional, because sample prices need no token: a page asks
              // before the first token is sent. Notifications that the user forwards may contain
              // the value of holdings. Feed ids and searches are in no category.
              data_collection_permissions: {
                required: ['none'],
                optional: ['authenticationInfo', 'financialAndPaymentInfo'],
              },
            },
          },
          // Firefox's default adds upgrade-insecure-requests, which would break plain http
          // services.
          content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
        }
      : { minimum_chrome_version: '144' }),
  }),
  zip: {
    includeSources: [
      'assets',
      'components',
      'entrypoints',
      'lib',
      'tests',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'wxt.config.ts',
      'README.md',
      'LICENSE',
    ],
  },
});
