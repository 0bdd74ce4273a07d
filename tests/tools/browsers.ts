import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

interface Places {
  variable: string;
  /** The oldest major version that the extension runs in, as in its manifest. */
  oldest: number;
  commands: string[];
  /** Below `PROGRAM_FOLDERS`. */
  files: string[];
  debianPackage: string;
  /** The build that is downloaded: the one that this version of Puppeteer is for. */
  download: { browser: Browser; buildId: string };
}

// Where Windows and macOS keep programs, for all users or for one.
const PROGRAM_FOLDERS = [
  process.env['PROGRAMFILES'],
  process.env['PROGRAMFILES(X86)'],
  process.env['LOCALAPPDATA'],
  '/Applications',
  join(homedir(), 'Applications'),
].filter((folder) => folder !== undefined);

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
    files: [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      'Chromium/Application/chrome.exe',
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ],
    debianPackage: 'chromium',
    download: { browser: Browser.CHROME, buildId: '156.0.8078.47' },
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    oldest: 140,
    commands: ['firefox', 'firefox-esr'],
    files: ['Firefox.app/Contents/MacOS/firefox', 'Mozilla Firefox/firefox.exe'],
    debianPackage: 'firefox-esr',
    download: { browser: Browser.FIREFOX, buildId: 'stable_158.0.1' },
  },
};

/** Where browsers are downloaded to: the folder that all tools of Puppeteer share. */
export const BROWSER_CACHE =
  process.env['PUPPETEER_CACHE_DIR'] ?? join(homedir(), '.cache', 'puppeteer');

/** @throws BrowserMissingError, whose message says what to do */
export function findBrowser(kind: BrowserKind): InstalledBrowser {
  const { variable } = PLACES[kind];
  const named = process.env[variable];
  if (named && !works(kind, named)) throw missing(kind, `, because ${variable} names none`);
  const path = named || candidatePaths(kind).find((each) => works(kind, each));
  if (path === undefined) throw missing(kind);
  return { kind, path };
}

/** @param why such as `, and the download failed` */
export function missing(kind: BrowserKind, why = ''): BrowserMissingError {
  return new BrowserMissingError(
    `No usable ${kind} was found${why}: install Chromium, Chrome or Edge (144 or newer) and ` +
      'Firefox (140 or newer), or set CHROME_PATH and FIREFOX_PATH to them.',
  );
}

/** The usual paths, best first. */
function candidatePaths(kind: BrowserKind): string[] {
  const { commands, files, download } = PLACES[kind];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/snap/bin'];
  const usual = [
    ...folders.flatMap((folder) => commands.map((command) => join(folder, command))),
    ...PROGRAM_FOLDERS.flatMap((folder) => files.map((file) => join(folder, file))),
  ];
  try {
    return [...usual, computeExecutablePath({ cacheDir: BROWSER_CACHE, ...download })];
  } catch {
    // There is no download for this system.
    return usual;
  }
}

/**
 * Runs `--version`: a browser may be too old, and Ubuntu's placeholders for missing snaps fail. On
 * Windows, that would open a window.
 */
function works(kind: BrowserKind, path: string): boolean {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  const options = { encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stdout } = spawnSync(path, ['--version'], options);
  return status === 0 && Number(/(\d+)\./.exec(stdout)?.[1]) >= PLACES[kind].oldest;
}
