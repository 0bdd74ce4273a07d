import { launch, type Browser, type Page } from 'puppeteer-core';
import { createChromeScope, type ChromeScope } from './firefox-chrome-scope.ts';
import { clickAlert } from './firefox-notifications.ts';
import { createExtensionPages, createTabs } from './extension-pages.ts';
import type { InstalledExtension, HostOptions } from './extension.ts';
import { commonOptions, removeWith, type BrowserHost } from './launch-parts.ts';
import { until, within } from './until.ts';
import { z } from '../../lib/base/zod.ts';

const ADDON_ID = 'pricelight@pricelight.example';

// Firefox gives each installation a random origin; a preference sets it.
const ORIGINS = 'extensions.webextensions.uuids';
const FIRST_ORIGIN = '5f3a2c1e-8b7d-4e6f-9a0b-1c2d3e4f5a6b';

const PREFERENCES = {
  [ORIGINS]: JSON.stringify({ [ADDON_ID]: FIRST_ORIGIN }),
  // A temporary add-on is removed when the browser ends; its storage must remain for a restart.
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
  // Without a desktop, Firefox has to show notifications itself.
  'alerts.useSystemBackend': false,
  // Otherwise only a handler of a user action may do this.
  'extensions.openPopupWithoutUserGesture.enabled': true,
  // Grants what a page requests, as a user who agrees.
  'extensions.webextOptionalPermissionPrompts': false,
  // A spare process and 60 frames per second, which nobody sees, cost a tenth of the time.
  'dom.ipc.processPrelaunch.enabled': false,
  'layout.frame_rate': 20,
};

const COLOR_SCHEME = 'layout.css.prefers-color-scheme.content-override';

// Nothing listens on the discard port. Loopback addresses never go through a proxy.
const LOOPBACK_ONLY = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Starts Firefox. */
export async function launchFirefox(
  executablePath: string,
  options: HostOptions,
): Promise<BrowserHost> {
  const { isEnglish = false, loopbackOnly = false } = options;
  const browser = await launch({
    ...commonOptions(executablePath, options),
    browser: 'firefox',
    // Without system access the protocol cannot reach extension pages.
    args: ['--no-remote', '--remote-allow-system-access', ...sizeFlags(options)],
    extraPrefsFirefox: {
      ...PREFERENCES,
      ...(isEnglish ? { 'intl.locale.requested': 'en-US' } : {}),
      ...(loopbackOnly ? LOOPBACK_ONLY : {}),
    },
  });
  const chromeScope = createChromeScope(browser);
  const nextTab = createTabs(browser);
  // A profile that is started again finds its storage at the same origin.
  let origin = FIRST_ORIGIN;
  return {
    async install(extensionDir) {
      const installed = await install(browser, chromeScope, { extensionDir, origin, nextTab });
      return {
        ...installed,
        async remove() {
          await installed.remove();
          // The next one starts without anything stored.
          origin = crypto.randomUUID();
          const origins = JSON.stringify({ [ADDON_ID]: origin });
          await chromeScope(`
            Services.prefs.setStringPref('${ORIGINS}', ${JSON.stringify(origins)});`);
          await resetColorScheme(chromeScope);
        },
      };
    },
    close: () => browser.close(),
  };
}

interface InstallParts {
  extensionDir: string;
  origin: string;
  nextTab: () => Promise<Page>;
}

async function install(
  browser: Browser,
  chromeScope: ChromeScope,
  { extensionDir, origin, nextTab }: InstallParts,
): Promise<InstalledExtension> {
  const id = await browser.installExtension(extensionDir);
  // Its driver loses sight of a tab that shows another page of an extension.
  const { common, workbench } = createExtensionPages(browser, {
    origin: `moz-extension://${origin}`,
    nextTab,
    goTo,
  });
  return {
    ...common,
    async forget(items) {
      await resetColorScheme(chromeScope);
      return common.forget(items);
    },
    kind: 'firefox',
    version: await browser.version(),
    pressNotification: async (shown) => clickAlert(chromeScope, await workbench(), shown),
    async reinstall() {
      // Firefox ends with its last tab.
      await browser.newPage();
      await common.closeOwnTabs();
      await browser.installExtension(extensionDir);
    },
    stopWorker: () => stopEventPage(chromeScope),
    setColorScheme: async (page, scheme) => {
      await setColorScheme(chromeScope, scheme);
      await until(() => page.evaluate(prefers, scheme), { what: `the ${scheme} color scheme` });
    },
    cspViolations: () => readViolations(chromeScope, origin),
    remove: () => removeWith(browser, () => browser.uninstallExtension(id)),
  };
}

function sizeFlags({ windowSize }: HostOptions): string[] {
  if (!windowSize) return [];
  return ['--width', `${windowSize.width}`, '--height', `${windowSize.height}`];
}

// The promise of the navigation never settles, because the page moves to the extension process. So
// ask the page itself.
async function goTo(page: Page, url: string): Promise<void> {
  page.goto(url).catch(() => {});
  // A call in the page never returns if the page moves to another process meanwhile.
  await until(() => within(() => page.evaluate(isComplete, url), 5_000), { what: 'the page' });
  await page.bringToFront();
}

// These run in the page.
const isComplete = (url: string): boolean =>
  location.href === url && document.readyState === 'complete';
const prefers = (scheme: string): boolean =>
  matchMedia(`(prefers-color-scheme: ${scheme})`).matches;

async function stopEventPage(chrome: ChromeScope): Promise<void> {
  const state = await chrome(`
    const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(ADDON_ID)});
    if (extension.backgroundState === 'running') {
      await extension.terminateBackground({
        ignoreDevToolsAttached: true,
        disableResetIdleForTest: true,
      });
    }
    return extension.backgroundState;`);
  if (state === 'running') throw new Error('Firefox did not stop the event page.');
}

async function setColorScheme(chrome: ChromeScope, scheme: 'light' | 'dark'): Promise<void> {
  const value = scheme === 'dark' ? 0 : 1;
  await chrome(`
    Services.prefs.setIntPref('${COLOR_SCHEME}', ${value});`);
}

async function resetColorScheme(chrome: ChromeScope): Promise<void> {
  await chrome(`
    Services.prefs.clearUserPref('${COLOR_SCHEME}');`);
}

// The browser's console also has the violations from before a listener in the page was possible.
async function readViolations(chrome: ChromeScope, origin: string): Promise<string[]> {
  const found = await chrome(`
    const found = [];
    for (const message of Services.console.getMessageArray()) {
      if (!(message instanceof Ci.nsIScriptError)) continue;
      if (!message.category.startsWith('CSP_')) continue;
      if (message.sourceName.includes(${JSON.stringify(origin)})) found.push(message.errorMessage);
    }
    return JSON.stringify(found);`);
  return z.array(z.string()).parse(JSON.parse(found ?? ''));
}
