import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_BASE_URL } from '../../lib/domain/connection/default-service.ts';
import type { BrowserKind } from './browsers.ts';
import { findBrowser } from './browsers.ts';
import { launchChromium } from './chromium.ts';
import type {
  ExtensionBrowser,
  HostOptions,
  InstalledExtension,
  InstallOptions,
  LaunchOptions,
} from './extension.ts';
import { launchFirefox } from './firefox.ts';
import type { BrowserHost } from './launch-parts.ts';
import { createProfile, removeProfile } from './profiles.ts';
import { until } from './until.ts';

/** Starts a browser with the built extension in it. */
export async function launchExtension(
  kind: BrowserKind,
  options: LaunchOptions,
): Promise<ExtensionBrowser> {
  const host = await launchHost(kind, options);
  try {
    const { remove: _, ...installed } = await installIn(host, options);
    return { ...installed, close: host.close };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** A browser for one or several installations, and its profile. */
export interface ProfiledHost extends BrowserHost {
  profileDir: string;
}

/** Starts a browser without the extension. */
export async function launchHost(
  kind: BrowserKind,
  options: HostOptions = {},
): Promise<ProfiledHost> {
  const installed = findBrowser(kind);
  const profileDir = options.profileDir ?? (await createProfile(kind));
  const launch = kind === 'firefox' ? launchFirefox : launchChromium;
  const removeOwnProfile = async (): Promise<void> => {
    if (options.profileDir === undefined) await removeProfile(profileDir);
  };
  try {
    const host = await launch(installed.path, { ...options, profileDir });
    return {
      ...host,
      profileDir,
      async close() {
        await host.close();
        await removeOwnProfile();
      },
    };
  } catch (error) {
    await removeOwnProfile();
    throw error;
  }
}

/** Installs the built extension. */
export async function installIn(
  host: ProfiledHost,
  options: InstallOptions,
): Promise<InstalledExtension> {
  const installed = await host.install(options.extensionDir);
  const mark = join(host.profileDir, `welcome-dismissed-${basename(options.extensionDir)}`);
  if (!options.keepsWelcome && !existsSync(mark)) {
    await dismissWelcome(installed, options.keepsSamples);
    await writeFile(mark, '');
  }
  return installed;
}

// A worker that started before everything was removed does not start again.
const STARTS_WITHIN_MS = 5_000;

/** Makes it as `installIn` leaves it. Returns false if only another installation can do that. */
export async function resetInstalled(browser: InstalledExtension): Promise<boolean> {
  const items = { welcome: 'done', areSamplesShown: false };
  const mark = markOf(DEFAULT_BASE_URL);
  const hasStarted = async (): Promise<boolean> =>
    (await browser.storageGet('local', 'storedService')) === mark;
  await browser.stopWorker();
  await browser.forget(items);
  // The changes woke a worker, which may have stored what it had read before them.
  await browser.stopWorker();
  const isAllClosed = await browser.forget(items);
  const start = until(hasStarted, { what: 'the worker', timeoutMs: STARTS_WITHIN_MS });
  return await start.then(
    () => isAllClosed,
    () => false,
  );
}

/**
 * Closes the welcome page, which opens once, as a user who skips the setup. Unless they are kept,
 * sample prices end first, so that they do not mix with what a test stores.
 */
async function dismissWelcome(
  browser: InstalledExtension,
  keepsSamples: boolean | undefined,
): Promise<void> {
  await until(() => browser.closeTab('options.html#welcome'), { what: 'the welcome page' });
  await browser.storageSet('local', { welcome: 'done' });
  if (!keepsSamples) await endSamples(browser);
}

/** Ends sample prices. An earlier version of the extension has none. */
async function endSamples({ storageGet, storageSet }: InstalledExtension): Promise<void> {
  const areShown = async (): Promise<boolean> =>
    (await storageGet('local', 'areSamplesShown')) === true;
  const hasAsked = async (): Promise<boolean> =>
    Boolean(await storageGet('local', 'catalogueStatus'));
  await until(async () => (await areShown()) || (await hasAsked()), { what: 'first prices' });
  if (!(await areShown())) return;
  await storageSet('local', { areSamplesShown: false });
  const mark = markOf(DEFAULT_BASE_URL);
  await until(async () => (await storageGet('local', 'storedService')) === mark, {
    what: 'the end of sample prices',
  });
}

/** As `serviceMark`. */
function markOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 32);
}
