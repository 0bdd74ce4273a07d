import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Browser, computeExecutablePath } from '@puppeteer/browsers';

export type BrowserKind = 'chromium' | 'firefox';

export interface InstalledBrowser {
  kind: BrowserKind;
  path: string;
}

/** There is no usable browser. The message is a sentence for the user. */
export class BrowserMissingError extends Error {
  override name = 'BrowserMissingError';
}

export interface Places {
  variable: string;
  /** The oldest major version that the extension runs in, as in its manifest. */
  oldest: number;
  commands: string[];
  macApps: string[];
  /** Below Program Files or the user's application data. */
  windowsFiles: string[];
  debianPackage: string;
  /** The build that is downloaded: the one that this version of Puppeteer is for. */
  download: { browser: Browser; buildId: string };
}

export const PLACES: Record<BrowserKind, Places> = {
  chromium: {
    variable: 'CHROME_PATH',
    oldest: 144,
    commands: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
      'microsoft-edge',
      'microsoft-edge-stable',
    ],
    macApps: [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    windowsFiles: [
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ],
    debianPackage: 'chromium',
    download: { browser: Browser.CHROME, buildId: '156.0.8078.47' },
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    oldest: 140,
    commands: ['firefox', 'firefox-esr'],
    macApps: ['Firefox.app/Contents/MacOS/firefox'],
    windowsFiles: ['Mozilla Firefox\\firefox.exe'],
    debianPackage: 'firefox-esr',
    download: { browser: Browser.FIREFOX, buildId: 'stable_158.0.1' },
  },
};

/** Where browsers are downloaded to: the folder that all tools of Puppeteer share. */
export const BROWSER_CACHE =
  process.env['PUPPETEER_CACHE_DIR'] ?? join(homedir(), '.cache', 'puppeteer');

const SOLUTION =
  'install Chromium, Chrome or Edge (144 or newer) and Firefox (140 or newer), or set CHROME_PATH ' +
  'and FIREFOX_PATH to them';

/** What the choice of a browser depends on. */
export interface System {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  exists: (path: string) => boolean;
  /** The first characters of a file. */
  headOf: (path: string) => string;
  /** What `--version` prints; `null` if it fails. */
  versionOf: (path: string) => string | null;
  /** Where a downloaded browser is, or would be; `null` if there is none for this system. */
  downloadedPath: (kind: BrowserKind) => string | null;
}

/** @throws BrowserMissingError, whose message says what to do */
export function findBrowser(kind: BrowserKind, system: System = THIS_SYSTEM): InstalledBrowser {
  const path = findPath(kind, system);
  if (path === undefined) throw missing(kind);
  return { kind, path };
}

/** @param why such as `, and the download failed` */
export function missing(kind: BrowserKind, why = ''): BrowserMissingError {
  return new BrowserMissingError(`No usable ${kind} was found${why}: ${SOLUTION}.`);
}

function findPath(kind: BrowserKind, system: System): string | undefined {
  const { variable } = PLACES[kind];
  const named = system.env[variable];
  if (named !== undefined && named !== '') {
    if (works(kind, named, system)) return named;
    throw new BrowserMissingError(`${variable} names no usable browser: ${SOLUTION}.`);
  }
  return candidatePaths(kind, system).find(
    (path) => system.exists(path) && works(kind, path, system),
  );
}

/** The usual paths on this system, best first. */
function candidatePaths(kind: BrowserKind, { env, platform, downloadedPath }: System): string[] {
  const { commands, macApps, windowsFiles } = PLACES[kind];
  const downloaded = downloadedPath(kind) ?? [];
  if (platform === 'win32') {
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => windowsFiles.map((file) => `${folder}\\${file}`))
      .concat(downloaded);
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => commands.map((command) => join(folder, command)));
  if (platform !== 'darwin') {
    return [...onPath, ...commands.map((name) => `/snap/bin/${name}`)].concat(downloaded);
  }
  const folders = ['/Applications', join(env['HOME'] ?? '/', 'Applications')];
  const apps = folders.flatMap((folder) => macApps.map((app) => join(folder, app)));
  return [...apps, ...onPath].concat(downloaded);
}

// A browser may be too old, which `--version` shows. On Windows it would open a window.
function works(kind: BrowserKind, path: string, system: System): boolean {
  if (system.platform === 'win32') return system.exists(path);
  if (isSnapStub(system.headOf(path))) return false;
  return Number(/(\d+)\./.exec(system.versionOf(path) ?? '')?.[1]) >= PLACES[kind].oldest;
}

/**
 * Ubuntu's /usr/bin/chromium-browser and /usr/bin/firefox are scripts that start the snap or report
 * that it is missing. An installed snap is found in /snap/bin.
 */
function isSnapStub(head: string): boolean {
  return head.startsWith('#!') && /\/snap\/bin\/|\bsnap install\b/.test(head);
}

const THIS_SYSTEM: System = {
  platform: process.platform,
  env: process.env,
  exists: existsSync,
  headOf(path) {
    if (!existsSync(path)) return '';
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(4_096);
      return buffer.toString('latin1', 0, readSync(file, buffer));
    } finally {
      closeSync(file);
    }
  },
  versionOf(path) {
    const options = { encoding: 'utf8', timeout: 30_000 } as const;
    const { status, stdout } = spawnSync(path, ['--version'], options);
    return status === 0 ? stdout : null;
  },
  downloadedPath(kind) {
    try {
      return computeExecutablePath({ cacheDir: BROWSER_CACHE, ...PLACES[kind].download });
    } catch {
      return null;
    }
  },
};
