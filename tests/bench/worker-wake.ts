import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { AlertRuleInput } from '../../lib/domain/alerts/model/rule.ts';
import { withWorker } from '../tools/chromium-worker.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { pause, until } from '../tools/until.ts';
import type { Bench } from './bench-kind.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const ALERTS = 5;
const FAR_LEVEL = '99999999';

// Until the worker has stored the response. A debugger must not slow down its start.
const SETTLED_MS = 1_000;

export const workerWake: Bench = {
  name: 'worker-wake',
  what: 'start of the worker, until its first request and until the badge is set',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 0, prepare: addMarks });
    try {
      const ids = await scene.browser.storageGet('local', 'watchlist');
      await scene.browser.storageSet('local', userItems(Array.isArray(ids) ? ids : []));
      await pollAfter(scene, 0);
      const warm = await measureWarm(scene, quick ? 5 : 25);
      await scene.browser.close();
      const cold = await measureCold(scene, quick ? 3 : 15);
      return [
        ...rowsOf('warm', 'woken by an event', warm),
        ...rowsOf('cold', 'after a restart of the browser', cold),
      ];
    } finally {
      await scene.end();
    }
  },
};

/** When something first happened, in milliseconds since the worker's thread started. */
interface Marks {
  requestMs: number;
  badgeMs: number;
}

async function measureWarm(scene: BenchScene, rounds: number): Promise<Marks[]> {
  const { browser, service } = scene;
  const page = await scene.open(WORKBENCH);
  const samples: Marks[] = [];
  for (let round = -1; round < rounds; round += 1) {
    await browser.storageSet('local', { requestBudget: { sentAt: [], pausedUntil: 0 } });
    // A poll is due.
    const polling = { triedAt: 0, failures: 0, missingCheckedAt: Date.now() };
    await browser.storageSet('session', { polling });
    await pause(SETTLED_MS);
    await browser.stopWorker();
    const before = service.requests.length;
    // A change of any item wakes the worker.
    await browser.storageSet('session', { round });
    await pollAfter(scene, before);
    const marks = await readMarks(page);
    if (round >= 0) samples.push(marks);
  }
  return samples;
}

async function measureCold(scene: BenchScene, rounds: number): Promise<Marks[]> {
  const { service, extensionDir, profileDir } = scene;
  const samples: Marks[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const before = service.requests.length;
    const browser = await launchExtension('chromium', {
      extensionDir,
      profileDir,
      loopbackOnly: true,
    });
    try {
      await pollAfter(scene, before);
      const marks = await readMarks(await browser.openPage(WORKBENCH));
      if (round >= 0) samples.push(marks);
    } finally {
      await browser.close();
    }
  }
  return samples;
}

/** Waits until the worker has handled the response to the next poll. */
async function pollAfter({ service }: BenchScene, requests: number): Promise<void> {
  await until(() => service.requests.slice(requests).some(({ endedAt }) => endedAt !== null), {
    what: 'a poll',
  });
  await pause(SETTLED_MS);
}

async function readMarks(page: Page): Promise<Marks> {
  return await withWorker(page, async (worker) => {
    const { result } = await worker.send('Runtime.evaluate', {
      expression: 'marks',
      returnByValue: true,
    });
    return result.value as Marks;
  });
}

/** Lets the worker record its first request and its first badge. */
async function addMarks(extensionDir: string): Promise<void> {
  const file = join(extensionDir, 'background.js');
  const marker = `(${recordMarks.toString()})();\n`;
  await writeFile(file, marker + (await readFile(file, 'utf8')));
}

declare const chrome: { action: { setBadgeText: (details: { text: string }) => Promise<void> } };

/** Runs in the worker, before its own code. */
function recordMarks(): void {
  const marks: Partial<Marks> = {};
  const { fetch } = globalThis;
  const { setBadgeText } = chrome.action;
  globalThis.fetch = (...request) => {
    marks.requestMs ??= performance.now();
    return fetch(...request);
  };
  chrome.action.setBadgeText = async (details) => {
    await setBadgeText.call(chrome.action, details);
    marks.badgeMs ??= performance.now();
  };
  Object.assign(globalThis, { marks });
}

/** What a user has stored besides feeds and prices. */
function userItems(ids: readonly string[]): Record<string, unknown> {
  const alerts = ids.slice(0, ALERTS).map((feedId, index): AlertRuleInput => {
    const trigger = { kind: 'crosses', direction: 'above', level: FAR_LEVEL } as const;
    return { id: `bench-${index}`, feedId, trigger, armedAt: 1, onlyWhileOpen: false };
  });
  return { alerts, badgeFeed: ids[1] };
}

function rowsOf(kind: string, start: string, samples: readonly Marks[]): Measured[] {
  const row = (name: string, end: string, figures: number[]): Measured => ({
    name: `worker-wake-${kind}-${name}`,
    what: `worker ${start}, until ${end}`,
    unit: 'ms',
    samples: figures,
    note: `${FEEDS} feeds, ${ALERTS} alerts; from the start of the worker's thread, script included`,
  });
  return [
    row(
      'request',
      'its first request',
      samples.map(({ requestMs }) => requestMs),
    ),
    row(
      'badge',
      'its badge is set',
      samples.map(({ badgeMs }) => badgeMs),
    ),
  ];
}
