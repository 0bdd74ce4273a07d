import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type BrowserKind = 'chromium' | 'firefox';

export interface InstalledBrowser {
  kind: BrowserKind;
  path: string;
}

/** There is no usable browser. The message is a sentence for the user. */
export class BrowserMissingError extends Error {
  override name = 'BrowserMissingError';
}

interface Places {
  variable: string;
  /** The oldest major version that the extension runs in, as in its manifest. */
  oldest: number;
  commands: string[];
  macApps: string[];
  /** Below Program Files or the user's application data. */
  windowsFiles: string[];
  debianPackage: string;
  advice: string;
}

const PLACES: Record<BrowserKind, Places> = {
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
    advice: 'install Chromium, Chrome or Edge (144 or newer), or set CHROME_PATH to one',
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    oldest: 140,
    commands: ['firefox', 'firefox-esr'],
    macApps: ['Firefox.app/Contents/MacOS/firefox'],
    windowsFiles: ['Mozilla Firefox\\firefox.exe'],
    debianPackage: 'firefox-esr',
    advice: 'install Firefox (140 or newer), or set FIREFOX_PATH to it',
  },
};

/**
 * Finds an installed browser. With `install`, installs Debian's if the user is allowed to.
 *
 * @throws BrowserMissingError, whose message says what to install
 */
export function findBrowser(
  kind: BrowserKind,
  { install }: { install: boolean },
): InstalledBrowser {
  const path = findPath(kind) ?? (install && installFromDebian(kind) ? findPath(kind) : undefined);
  if (path === undefined) {
    throw new BrowserMissingError(`No usable ${kind} was found: ${PLACES[kind].advice}.`);
  }
  return { kind, path };
}

function findPath(kind: BrowserKind): string | undefined {
  const { variable } = PLACES[kind];
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    if (works(kind, named)) return named;
    throw new BrowserMissingError(`${variable} names no usable browser: ${PLACES[kind].advice}.`);
  }
  return candidatePaths(kind).find((path) => existsSync(path) && works(kind, path));
}

/** The usual paths on this system, best first. */
function candidatePaths(kind: BrowserKind): string[] {
  const { env, platform } = process;
  const { commands, macApps, windowsFiles } = PLACES[kind];
  if (platform === 'win32') {
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => windowsFiles.map((file) => `${folder}\\${file}`));
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => commands.map((command) => join(folder, command)));
  if (platform !== 'darwin') return [...onPath, ...commands.map((name) => `/snap/bin/${name}`)];
  const folders = ['/Applications', join(env['HOME'] ?? '/', 'Applications')];
  return [...folders.flatMap((folder) => macApps.map((app) => join(folder, app))), ...onPath];
}

// On Ubuntu these names may be scripts that only report a missing snap, and a browser may be too old.
// `--version` shows both. On Windows it would open a window.
function works(kind: BrowserKind, path: string): boolean {
  if (process.platform === 'win32') return existsSync(path);
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && Number(/(\d+)\./.exec(stdout)?.[1]) >= PLACES[kind].oldest;
}

function installFromDebian(kind: BrowserKind): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const name = PLACES[kind].debianPackage;
  console.error(`No ${kind} was found; installing the package ${name} …`);
  return aptGet('update') && aptGet('install', '-y', name);
}

function aptGet(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
