import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserKind } from './browsers.ts';
import { findBrowser } from './browsers.ts';
import { launchChromium } from './chromium.ts';
import type { ExtensionBrowser, LaunchOptions } from './extension.ts';
import { launchFirefox } from './firefox.ts';
import { createProfile, removeProfile } from './profiles.ts';
import { until } from './until.ts';

/** Starts a browser with the built extension in it. */
export async function launchExtension(
  kind: BrowserKind,
  options: LaunchOptions,
): Promise<ExtensionBrowser> {
  const installed = findBrowser(kind, { install: false });
  const profileDir = options.profileDir ?? (await createProfile(installed));
  const launch = kind === 'firefox' ? launchFirefox : launchChromium;
  const removeOwnProfile = async (): Promise<void> => {
    if (options.profileDir === undefined) await removeProfile(profileDir);
  };
  try {
    const browser = await launch(installed.path, { ...options, profileDir });
    if (!options.keepsWelcome) await dismissWelcome(browser, profileDir);
    return {
      ...browser,
      async close() {
        await browser.close();
        await removeOwnProfile();
      },
    };
  } catch (error) {
    await removeOwnProfile();
    throw error;
  }
}

/** Closes the welcome page, which opens once in each profile, as a user who skips the setup. */
async function dismissWelcome(browser: ExtensionBrowser, profileDir: string): Promise<void> {
  const mark = join(profileDir, 'welcome-dismissed');
  if (existsSync(mark)) return;
  const page = await until(() => browser.findPage('options.html#welcome'), {
    what: 'the welcome page',
  });
  await page.evaluate(storeDone);
  await page.close();
  await writeFile(mark, '');
}

declare const chrome: {
  storage: { local: { set: (items: Record<string, unknown>) => Promise<void> } };
};

// Runs in the page.
async function storeDone(): Promise<void> {
  await chrome.storage.local.set({ welcome: 'done' });
}
