import type { Browser, LaunchOptions as PuppeteerOptions } from 'puppeteer-core';
import type { HostOptions, InstalledExtension } from './extension.ts';
import { BROWSER_WAIT_MS } from './limits.ts';

/** The launch options of both browsers. */
export function commonOptions(executablePath: string, options: HostOptions) {
  const { headless = true, profileDir, isEnglish = false, endsOnSignals = true } = options;
  return {
    executablePath,
    headless,
    timeout: BROWSER_WAIT_MS,
    // Chromium on Linux takes its language from there.
    ...(isEnglish ? { env: { ...process.env, LANGUAGE: 'en_US' } } : {}),
    ...(profileDir === undefined ? {} : { userDataDir: profileDir }),
    handleSIGINT: endsOnSignals,
    handleSIGTERM: endsOnSignals,
    handleSIGHUP: endsOnSignals,
    defaultViewport: headless ? { width: 1_000, height: 800 } : null,
  } satisfies PuppeteerOptions;
}

/** A running browser, into which the extension can be installed. */
export interface BrowserHost {
  install: (extensionDir: string) => Promise<InstalledExtension>;
  close: () => Promise<void>;
}

/** Closes all tabs and uninstalls the extension. The browser stays, with an empty tab. */
export async function removeWith(browser: Browser, uninstall: () => Promise<void>): Promise<void> {
  const tabs = await browser.pages();
  // A browser may end with its last tab.
  await browser.newPage();
  for (const tab of tabs) await tab.close();
  await uninstall();
}
