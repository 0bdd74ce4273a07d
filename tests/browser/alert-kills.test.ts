import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Firing } from '../../lib/domain/alerts/model/firing.ts';
import { firingsOf, parseTarget } from '../../lib/domain/alerts/model/notification-target.ts';
import { createRandom } from '../price-service/hash.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { latestKey, readLatest } from '../tools/latest-price.ts';
import { pause, until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';
import { unversioned } from '../tools/unversioned.ts';

// All of them for a release.
const KILLS = process.env['ALL_SPECS'] === undefined ? 20 : 200;
const LONGEST_LIFE_MS = 100;

// Each alert fires once. Prices cross its level again afterward, which must not be reported.
const KILLS_A_LEVEL = 5;
const FIRST_LEVEL = 65_000;
const BETWEEN_LEVELS = 10_000;
const FAR_FROM_LEVEL = 1_000;
const FIRST_PRICE = 60_000;

const LEVELS = Array.from(
  { length: KILLS / KILLS_A_LEVEL },
  (_, index) => FIRST_LEVEL + index * BETWEEN_LEVELS,
);
const ALERTS = LEVELS.map((level) => ({
  id: `at-${level}`,
  feedId: BTC_USD,
  trigger: { kind: 'crosses', direction: 'either', level: String(level) },
  armedAt: 1,
}));

let scene: Scene;
let page: Page;

beforeAll(async () => {
  if (inject('browserKind') !== 'chromium') return;
  scene = await startScene({ service: { updatesPerSecond: 0, signing: false } });
  setPrice(FIRST_PRICE);
  await scene.browser.storageSet('local', { alerts: ALERTS, watchlist: [BTC_USD] });
  await scene.connect();
  page = await scene.browser.openPage(WORKBENCH);
  await wake();
  const isStored = async (): Promise<boolean> => (await readSeen()).latest === String(FIRST_PRICE);
  await until(isStored, { what: 'the first price' });
});

afterAll(() => scene?.end());

// Only Chromium's workers can be ended at will without a debugger that keeps them alive.
it.skipIf(inject('browserKind') !== 'chromium')(
  `a worker that is killed ${KILLS} times reports each sampled crossing exactly once`,
  async () => {
    const random = createRandom(7);
    const shown = new Set<string>();
    const taken = new Set([String(FIRST_PRICE)]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = scene.service.requests.length;
      setPrice(priceAt(kill));
      await wake();
      // Most kills come while the response is processed, some before it arrives.
      if (random() < 0.85) {
        const isAsked = (): boolean => scene.service.requests.length > before;
        await until(isAsked, { what: 'a request', everyMs: 5 });
      }
      await pause(random() * LONGEST_LIFE_MS);
      await scene.browser.stopWorker();
      const seen = await readSeen();
      for (const price of pricesTaken(seen)) taken.add(price);
      for (const id of seen.notifications) shown.add(id);
    }
    await wake();
    const last = await until(
      async () => {
        const seen = await readSeen();
        return seen.firings.every(({ delivered }) => delivered !== 'pending') && seen;
      },
      { what: 'the last deliveries' },
    );
    for (const price of pricesTaken(last)) taken.add(price);
    for (const id of last.notifications) shown.add(id);

    const { firings } = last;
    const sent = [FIRST_PRICE, ...Array.from({ length: KILLS }, (_, kill) => priceAt(kill))];
    const sampled = sent.filter((price) => taken.has(String(price)));
    const crossings = LEVELS.flatMap((level) => crossingOf(level, sampled));
    console.info(`${sampled.length} of ${KILLS} prices sampled, ${crossings.length} crossings.`);
    const reported = firings.map(({ alertId, price }) => `${alertId} ${price?.price}`);
    expect(reported.toSorted()).toEqual(crossings.toSorted());
    expect(crossings.length).toBeGreaterThan(KILLS / 10);

    const times = new Map(firings.map(({ id }) => [id, 0]));
    for (const id of shown) {
      const target = parseTarget(id);
      for (const firing of target ? firingsOf(target, firings) : []) {
        times.set(firing.id, (times.get(firing.id) ?? 0) + 1);
      }
    }
    expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
  },
);

/** Two prices below the current level, two above, one below; all prices differ. */
function priceAt(kill: number): number {
  const level = LEVELS[Math.floor(kill / KILLS_A_LEVEL)] ?? 0;
  const side = [2, 3].includes(kill % KILLS_A_LEVEL) ? FAR_FROM_LEVEL : -FAR_FROM_LEVEL;
  return level + side + kill;
}

/** Alert and price of the first sample on another side of the level than the sample before. */
function crossingOf(level: number, sampled: readonly number[]): string[] {
  const crossing = sampled.find((price, at) => {
    const before = sampled[at - 1];
    return before !== undefined && price > level !== before > level;
  });
  return crossing === undefined ? [] : [`at-${level} ${crossing}`];
}

function setPrice(price: number): void {
  scene.service.setPrice(BTC_USD, { price: String(price), conf: '1', expo: 0 });
}

/** Requests a refresh as a page does. */
async function wake(): Promise<void> {
  await scene.resetRateLimit();
  await scene.browser.storageSet('session', commandItems('refresh'));
}

interface Seen {
  latest: string | null;
  firings: Firing[];
  notifications: string[];
}

/**
 * The prices that workers have stored so far. A worker's last writes may reach storage only after
 * the check that follows its end. What the next check finds is enough: a firing is stored before
 * its price, and a price without a firing is on the same side as the price before.
 */
function pricesTaken({ latest, firings }: Seen): string[] {
  return [latest, ...firings.map(({ price }) => price?.price)].filter((price) => price != null);
}

async function readSeen(): Promise<Seen> {
  const { latest, firings, notifications } = await page.evaluate(readAll, latestKey(BTC_USD));
  return {
    latest: readLatest(latest)?.price ?? null,
    firings: unversioned(firings) as Firing[],
    notifications,
  };
}

interface Api {
  storage: Record<'local' | 'session', { get: (key: string) => Promise<Record<string, unknown>> }>;
  notifications: { getAll: () => Promise<object> };
}
declare const chrome: Api;

// Runs in the page, without access to this module.
async function readAll(key: string) {
  const [session, local, notifications] = await Promise.all([
    chrome.storage.session.get(key),
    chrome.storage.local.get('firings'),
    chrome.notifications.getAll(),
  ]);
  return {
    latest: session[key],
    firings: (local['firings'] ?? []) as unknown[],
    notifications: Object.keys(notifications),
  };
}
