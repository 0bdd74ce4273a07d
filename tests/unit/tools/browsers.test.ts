import * as puppeteer from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { findBrowser, missing, PLACES, type System } from '../../tools/browsers.ts';
import { wayToInstall } from '../../tools/install-browser.ts';

const CHROMIUM = 'Chromium 150.0.7500.1 built on Debian';
const SOLUTION =
  /: install Chromium.* and Firefox.*, or set CHROME_PATH and FIREFOX_PATH to them\.$/;

// As in Ubuntu 24.04.
const STUB = '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  echo "snap install chromium"\nfi';

/** A system with these files: what `--version` prints, or the start of a script. */
function systemWith(files: Readonly<Record<string, string>>, more: Partial<System> = {}): System {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    exists: (path) => path in files,
    headOf: (path) => files[path] ?? '',
    versionOf: (path) => files[path] ?? null,
    downloadedPath: (kind) => `/cache/${kind}`,
    ...more,
  };
}

describe('a browser', () => {
  it.each([
    [
      'in the order of PATH',
      { '/usr/bin/chromium': CHROMIUM, '/cache/chromium': CHROMIUM },
      '/usr/bin/chromium',
    ],
    ['in /snap/bin', { '/snap/bin/chromium': CHROMIUM }, '/snap/bin/chromium'],
    ['that was downloaded', { '/cache/chromium': CHROMIUM }, '/cache/chromium'],
    [
      'that is new enough',
      { '/usr/bin/chromium': 'Chromium 143.9', '/usr/bin/google-chrome': 'Google Chrome 144.0' },
      '/usr/bin/google-chrome',
    ],
    [
      'that is no stub of a snap',
      { '/usr/bin/chromium-browser': STUB, '/cache/chromium': CHROMIUM },
      '/cache/chromium',
    ],
  ])('is found %s', (_, files, path) => {
    expect(findBrowser('chromium', systemWith(files)).path).toBe(path);
  });

  it.each([
    [
      'a stub of the snap alone',
      { '/usr/bin/firefox': '#!/bin/sh\nexec /snap/bin/firefox "$@" 150.0' },
    ],
    ['a browser that is too old', { '/usr/bin/firefox-esr': 'Mozilla Firefox 128.5.0esr' }],
    ['nothing', {}],
  ])('is missing with %s', (_, files) => {
    expect(() => findBrowser('firefox', systemWith(files))).toThrow(SOLUTION);
  });

  it('is the one that the variable names, or none', () => {
    const files = { '/usr/bin/chromium': CHROMIUM, '/opt/mine': 'Chromium 144.0' };
    const named = (path: string) => systemWith(files, { env: { CHROME_PATH: path } });
    expect(findBrowser('chromium', named('/opt/mine')).path).toBe('/opt/mine');
    expect(() => findBrowser('chromium', named('/opt/none'))).toThrow(/^CHROME_PATH names no/);
  });

  it('is found in the folders of macOS and Windows', () => {
    const app = '/Applications/Firefox.app/Contents/MacOS/firefox';
    const mac = systemWith({ [app]: 'Mozilla Firefox 150.0' }, { platform: 'darwin' });
    expect(findBrowser('firefox', mac).path).toBe(app);
    const exe = 'C:\\Programs\\Google\\Chrome\\Application\\chrome.exe';
    const env = { PROGRAMFILES: 'C:\\Programs' };
    const windows = systemWith({ [exe]: '' }, { platform: 'win32', env });
    expect(findBrowser('chromium', windows).path).toBe(exe);
  });
});

describe('a missing browser', () => {
  const debian = { isRoot: true, hasAptGet: true, osRelease: 'NAME="Debian"\nID=debian\n' };

  it.each([
    ['apt', debian],
    ['download', { ...debian, isRoot: false }],
    ['download', { ...debian, osRelease: 'ID=ubuntu\nID_LIKE=debian\n' }],
    ['download', { isRoot: false, hasAptGet: false, osRelease: '' }],
  ])('is installed by %s with %j', (way, facts) => {
    expect(wayToInstall(facts)).toBe(way);
  });

  it('is explained in one sentence', () => {
    expect(missing('firefox', ', and none could be downloaded').message).toMatch(
      /^No usable firefox was found, and none could be downloaded: install [^.]*\.$/,
    );
  });

  it('is downloaded in the build that Puppeteer is for', () => {
    expect(puppeteer).toHaveProperty(
      'PUPPETEER_REVISIONS.chrome',
      PLACES.chromium.download.buildId,
    );
    expect(puppeteer).toHaveProperty(
      'PUPPETEER_REVISIONS.firefox',
      PLACES.firefox.download.buildId,
    );
  });
});
