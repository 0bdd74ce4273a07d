import { cp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { builtExtension } from '../tools/build.ts';
import { until } from '../tools/until.ts';
import { above, ALERT_COLOR, armed, delivered, history } from './alert-rules.ts';
import { click } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { unpackPreviousVersion } from './previous-version.ts';
import { startScene, type Scene } from './scene.ts';
import { storedSamples, type StoredSample } from './stored-samples.ts';

const HEADER = { name: 'Authorization', value: 'Bearer marked' };

// The user's, which no update may change.
const SETTINGS = {
  watchlist: [ETH_USD, BTC_USD],
  badgeFeed: ETH_USD,
  groups: [{ id: 'majors', name: 'Majors', feedIds: [BTC_USD] }],
  rowNames: { [BTC_USD]: 'Digital gold' },
  alertSettings: {
    areOn: true,
    tellsMissed: false,
    sound: false,
    quietHours: { enabled: false, from: '21:30', to: '06:15', days: [1, 7] },
  },
  appearance: { theme: 'dark', palette: 'red-up' },
  backgroundUpdates: 'live',
  staleLimitSeconds: 75,
};

const ALERTS = [
  above('fired', BTC_USD, '65000'),
  above('armed', ETH_USD, '3000'),
  // Of a kind that no longer exists.
  {
    id: 'average',
    feedId: ETH_USD,
    trigger: { kind: 'deviates-from-ema', percent: '5' },
    armedAt: 1,
  },
];

let scene: Scene;
let folder: string | undefined;

describe('an update of the extension', () => {
  beforeAll(async () => {
    folder = await unpackPreviousVersion(inject('browserKind'));
    scene = await startScene({
      service: { updatesPerSecond: 0, requireHeader: HEADER },
      browser: { extensionDir: folder },
    });
    const connection = { baseUrl: scene.service.url, headers: [HEADER] };
    await scene.browser.storageSet('local', {
      ...SETTINGS,
      // What only earlier versions used.
      serviceStats: { $version: 2, value: {} },
      trust: trustInLocal(),
      connection,
      alerts: ALERTS,
    });
    await until(() => scene.service.openStreams() === 1, { what: 'a stream' });
    price(BTC_USD, '64000');
    price(ETH_USD, '2900');
    await armed(scene, BTC_USD, 'fired');
    await armed(scene, ETH_USD, 'armed');
    price(BTC_USD, '65100');
    await until(() => delivered(scene, 1), { what: 'the firing of the previous version' });
  });

  afterAll(async () => {
    await scene?.end();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  it('keeps settings, alerts and history, and repeats no firing', async () => {
    const before = await history(scene);
    const samples = await until(readCollectedPrices, { what: 'samples of prices' });
    await update();
    for (const [key, value] of Object.entries(SETTINGS)) {
      expect(await scene.browser.storageGet('local', key), key).toEqual(value);
    }
    await until(
      async () => (await scene.browser.storageGet('local', 'serviceStats')) === undefined,
      { what: 'the deletion of what only earlier versions used' },
    );
    // Sample prices are for new installations.
    expect(await scene.browser.storageGet('local', 'areSamplesShown')).toBeUndefined();
    // Not exactly: it also has when each set of signers was last used.
    expect(await scene.browser.storageGet('local', 'trust')).toMatchObject(trustInLocal());
    expect(await history(scene)).toMatchObject(before.map(({ id, at }) => ({ id, at })));
    expect(await readCollectedPrices()).toEqual(expect.arrayContaining(samples));
    // The price is still above the level that triggered. One alert shows its level, several their
    // number.
    price(BTC_USD, '65200');
    await until(() => hasAlertBadge('65K'), { what: 'the badge of the unseen alert' });
    price(ETH_USD, '3010');
    const all = await until(() => delivered(scene, 2), { what: 'the other alert' });
    expect(all.map(({ alertId }) => alertId)).toEqual(['fired', 'armed']);
    // The previous version used another word for it.
    expect(all[0]).toEqual({ ...before[0], delivered: 'notified' });
    await until(() => hasAlertBadge('2'), { what: 'the badge of both other alerts' });
  });

  it('shows the watchlist with its names and prices', async () => {
    const page = await scene.openPopup();
    const words = await until(
      async () => {
        const text = await page.evaluate(() => document.body.innerText);
        return /3,010/.test(text) && text;
      },
      { what: 'the price after the update' },
    );
    expect(words).toContain('Majors');
    expect(words).toContain('Digital gold');
    expect(scene.browser.pageErrors).toEqual([]);
  });

  it('tells once what is new', async () => {
    const page = await scene.openPopup();
    await click(page, 'button', t('news.dismissButton'));
    await until(async () => (await scene.browser.storageGet('local', 'unseenNewsSince')) === null, {
      what: 'the news to be dismissed',
    });
    await page.waitForFunction(() => !document.querySelector('[data-part="news"]'));
  });
});

/**
 * The samples of the price history that no later price replaces: those of earlier hours, which the
 * worker asked for. `null` if there are none.
 */
async function readCollectedPrices(): Promise<StoredSample[] | null> {
  const page = await scene.openOptions();
  const hourAgo = Date.now() / 1_000 - 3_600;
  const samples = (await storedSamples(page)).filter(({ at }) => at < hourAgo);
  await scene.browser.closePage(page);
  return samples.length > 0 ? samples : null;
}

/** Replaces the files in place, as the browser does, and waits until the new version streams. */
async function update(): Promise<void> {
  if (folder === undefined) throw new Error('There is nothing to update.');
  await rm(folder, { recursive: true, force: true });
  await cp(builtExtension(inject('browserKind')), folder, { recursive: true });
  const streamsBefore = streamRequests();
  await scene.browser.reinstall();
  await until(() => streamRequests() > streamsBefore && scene.service.openStreams() === 1, {
    what: 'a stream of the new version',
  });
}

function streamRequests(): number {
  return scene.service.requests.filter(({ path }) => path.endsWith('/stream')).length;
}

function price(id: string, value: string): void {
  scene.service.setPrice(id, { price: `${value}00000000`, expo: -8, conf: '100000000' });
}

async function hasAlertBadge(words: string): Promise<boolean> {
  const badge = await scene.browser.badge();
  return badge.color === ALERT_COLOR && badge.text === words;
}
