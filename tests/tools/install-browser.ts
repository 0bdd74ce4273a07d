import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { install } from '@puppeteer/browsers';
import {
  BROWSER_CACHE,
  BrowserMissingError,
  findBrowser,
  missing,
  PLACES,
  type BrowserKind,
  type InstalledBrowser,
} from './browsers.ts';

/**
 * Finds a browser, or else installs one.
 *
 * @throws BrowserMissingError, whose message says what to do
 */
export async function provideBrowser(kind: BrowserKind): Promise<InstalledBrowser> {
  try {
    return findBrowser(kind);
  } catch (error) {
    // A variable that names no usable browser is a mistake of the user.
    if (!(error instanceof BrowserMissingError) || process.env[PLACES[kind].variable]) throw error;
  }
  if (hasDebianPackages()) installFromDebian(kind);
  else await download(kind);
  return findBrowser(kind);
}

/** Ubuntu's packages only install snaps. */
function hasDebianPackages(): boolean {
  const osRelease = '/etc/os-release';
  return (
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    existsSync(osRelease) &&
    /^ID=debian$/m.test(readFileSync(osRelease, 'utf8'))
  );
}

function installFromDebian(kind: BrowserKind): void {
  const name = PLACES[kind].debianPackage;
  console.error(`No ${kind} was found; installing the package ${name} …`);
  for (const args of [['update'], ['install', '-y', name]]) {
    const { status } = spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) throw missing(kind, `, and apt-get could not install ${name}`);
  }
}

async function download(kind: BrowserKind): Promise<void> {
  const wanted = PLACES[kind].download;
  console.error(`No ${kind} was found; downloading one to ${BROWSER_CACHE} …`);
  try {
    const options = { cacheDir: BROWSER_CACHE, downloadProgressCallback: 'default' } as const;
    await install({ ...wanted, ...options });
  } catch {
    throw missing(kind, ', and none could be downloaded');
  }
}
