import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertRule } from '../../lib/domain/alerts/model/rule.ts';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { appears, chooseInRow, click, priceOf, says } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  await scene.connect();
});

beforeEach(() => scene.browser.storageSet('local', { alerts: [], firings: [] }));

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the alerts', () => {
  it('take two clicks from a row, and show their state', async () => {
    const popup = await openPopup();
    await chooseInRow(popup, 'BTC/USD', t('row.menu.newAlert'));
    await says(popup, t('alertForm.previewLabel'), /BTC\/USD · Rises above 65,000/);
    await click(popup, 'button', t('alerts.addButton'));
    const [rule] = await stored(1);
    expect(rule).toMatchObject({
      feedId: BTC_USD,
      trigger: { kind: 'crosses', direction: 'above', level: '65000' },
    });

    await chooseInRow(popup, 'BTC/USD', t('alerts.title'));
    await appears(popup, 'heading', t('alerts.feedTitle', { name: 'BTC/USD' }));
    await until(
      async () => {
        setPrice('6400000000000');
        return (await alertText(popup, risesAbove('65,000'))).includes(toGo('1,000', '1.56%'));
      },
      { what: 'the distance to the level' },
    );
    setPrice('6450000000000');
    await until(
      async () => (await alertText(popup, risesAbove('65,000'))).includes(toGo('500', '0.78%')),
      { what: 'the distance to follow the price' },
    );
  });

  it('that fired count as seen once the list was opened', async () => {
    const first = await openPopup();
    await makeAlert(first);
    await fire();
    await scene.closePages();
    const popup = await openPopup();
    await click(popup, 'link', `${t('alerts.title')} ${t('alerts.unseen', { count: 1 })}`);
    await appears(popup, 'region', t('alerts.inboxTitle'));
    await allSeen();
  });
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

/** An alert's title. */
function risesAbove(level: string): string {
  return t('alerts.condition.risesAbove', { level });
}

/** An alert's state. */
function toGo(amount: string, percent: string): string {
  return t('alertState.activeAway', { amount: `${amount} (${percent})` });
}

/** Opens the popup and waits for its prices: BTC/USD at 64,000. */
async function openPopup(): Promise<Page> {
  const popup = await scene.openPopup();
  await until(
    async () => {
      setPrice('6400000000000');
      return scene.service.openStreams() > 0;
    },
    { what: 'a stream' },
  );
  setPrice('6400000000000');
  await priceOf(popup, 'BTC/USD', (value) => value === '64000.00000000');
  return popup;
}

async function makeAlert(popup: Page): Promise<void> {
  await chooseInRow(popup, 'BTC/USD', t('row.menu.newAlert'));
  await click(popup, 'button', t('alerts.addButton'));
  await stored(1);
}

/** Moves the price across the level of the alert, and waits for the firing. */
async function fire(): Promise<void> {
  await until(
    async () => {
      setPrice('6400000000000');
      setPrice('6600000000000');
      return ((await firings()) ?? []).length > 0;
    },
    { what: 'a firing' },
  );
}

async function allSeen(): Promise<void> {
  await until(async () => ((await firings()) ?? []).every(({ seenAt }) => seenAt !== null), {
    what: 'the firing to be seen',
  });
}

function setPrice(price: string): void {
  scene.service.setPrice(BTC_USD, { price, conf: '1200000000', expo: -8 });
}

function stored(count: number): Promise<AlertRule[]> {
  return until(
    async () => {
      const rules = unversioned(await scene.browser.storageGet('local', 'alerts')) as AlertRule[];
      return rules.length === count ? rules : undefined;
    },
    { what: `${count} stored alerts` },
  );
}

async function firings() {
  return unversioned(await scene.browser.storageGet('local', 'firings')) as {
    seenAt: number | null;
  }[];
}

function alertText(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (label) => document.querySelector(`li[data-phase][aria-label="${label}"]`)?.textContent ?? '',
    name,
  );
}
