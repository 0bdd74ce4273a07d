import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertRuleInput } from '../../lib/domain/alerts/model/rule.ts';
import { withWorker } from '../tools/chromium-worker.ts';
import { WORKBENCH, type ExtensionBrowser } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { pause } from '../tools/until.ts';
import { prependToWorker } from '../tools/worker-script.ts';
import { alternate, atMost, type Bench, type Measured } from './measure.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 20;
const ALERTS = 5;

// A debugger must not slow down the worker's start.
const SETTLED_MS = 1_500;

export const workerWake: Bench = {
  name: 'worker-wake',
  what: 'start of the worker, until the badge is set',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 0, prepare: addMark });
    const profileDir = await createProfile('chromium');
    const extensionDir = await writeSmallExtension();
    try {
      await scene.browser.storageSet('local', userItems(scene.ids));
      await (await scene.openPopup()).close();
      const small = await launch(extensionDir, profileDir);
      const warm = await alternate(
        () => wake(scene.browser),
        () => wake(small),
        { rounds: quick ? 5 : 25, warmUp: 1 },
      );
      await small.close();
      await scene.browser.close();
      const cold = await alternate(
        () => startBrowser(scene.extensionDir, scene.profileDir),
        () => startBrowser(extensionDir, profileDir),
        { rounds: quick ? 3 : 15, warmUp: 1 },
      );
      return [
        rowOf('warm', 'woken by an event', warm),
        rowOf('cold', 'after a restart of the browser', cold),
      ];
    } finally {
      await scene.end();
      await removeProfile(profileDir);
      await rm(extensionDir, { recursive: true });
    }
  },
};

function rowOf(
  kind: string,
  start: string,
  { own, reference }: { own: number[]; reference: number[] },
): Measured {
  return {
    name: `worker-wake-${kind}`,
    what: `worker ${start}, until its badge is set`,
    unit: 'ms',
    samples: own,
    reference: {
      what: 'a worker of a few lines that reads one value and sets the badge',
      samples: reference,
    },
    note: `${FEEDS} feeds, ${ALERTS} alerts; from the start of the worker's thread, script included`,
    budget: atMost(1.6, 'ratio'),
  };
}

function launch(extensionDir: string, profileDir: string): Promise<ExtensionBrowser> {
  return launchExtension('chromium', {
    extensionDir,
    profileDir,
    loopbackOnly: true,
    keepsWelcome: true,
  });
}

/** Milliseconds from the start of the worker's thread until the badge, when an event wakes it. */
async function wake(browser: ExtensionBrowser): Promise<number> {
  await pause(SETTLED_MS);
  await browser.stopWorker();
  // A change of any item wakes the worker.
  await browser.storageSet('session', { now: Date.now() });
  await pause(SETTLED_MS);
  return readMark(browser);
}

/** The same when the browser starts. */
async function startBrowser(extensionDir: string, profileDir: string): Promise<number> {
  const browser = await launch(extensionDir, profileDir);
  try {
    await pause(SETTLED_MS);
    return await readMark(browser);
  } finally {
    await browser.close();
  }
}

async function readMark(browser: ExtensionBrowser): Promise<number> {
  const page = await browser.openPage(WORKBENCH);
  const result = await withWorker(page, async (worker) =>
    worker.send('Runtime.evaluate', { expression: 'badgeMs', returnByValue: true }),
  );
  await page.close();
  if (typeof result.result.value !== 'number') throw new Error('The worker set no badge.');
  return result.result.value;
}

/** Lets the worker record its first badge. */
function addMark(extensionDir: string): Promise<void> {
  return prependToWorker(extensionDir, `(${recordBadge.toString()})()`);
}

declare const chrome: { action: { setBadgeText: (details: { text: string }) => Promise<void> } };

/** Runs in the worker, before its own code. */
function recordBadge(): void {
  const { setBadgeText } = chrome.action;
  chrome.action.setBadgeText = async (details) => {
    await setBadgeText.call(chrome.action, details);
    if (!('badgeMs' in globalThis)) Object.assign(globalThis, { badgeMs: performance.now() });
  };
}

/** The reference. */
async function writeSmallExtension(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-bench-small-'));
  const manifest = {
    manifest_version: 3,
    name: 'Small',
    version: '1.0',
    permissions: ['storage'],
    action: {},
    background: { service_worker: 'background.js' },
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const script = `chrome.storage.onChanged.addListener(() => undefined);
    chrome.storage.local.get('text').then(({ text = '1' }) => chrome.action.setBadgeText({ text }));`;
  await writeFile(join(folder, 'background.js'), script);
  await addMark(folder);
  return folder;
}

/** What a user has stored besides feeds and prices. */
function userItems(ids: readonly string[]): Record<string, unknown> {
  const alerts = ids.slice(0, ALERTS).map((feedId, index): AlertRuleInput => {
    const trigger = { kind: 'crosses', direction: 'above', level: '99999999' } as const;
    return { id: `bench-${index}`, feedId, trigger, armedAt: 1 };
  });
  return { alerts, badgeFeed: ids[1] };
}
