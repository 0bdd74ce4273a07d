import type { BrowserKind } from './browsers.ts';
import { findBrowser } from './browsers.ts';
import { launchChromium } from './chromium.ts';
import type { ExtensionBrowser, LaunchOptions } from './extension.ts';
import { launchFirefox } from './firefox.ts';
import { createProfile, removeProfile } from './profiles.ts';

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
