import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { latestKey, readLatest } from '../tools/latest-price.ts';
import { messagePattern } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { above, ALERT_COLOR, armed, delivered } from './alert-rules.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { watchNotifications, type NotificationWatch } from './notifications.ts';
import { startScene, type Scene } from './scene.ts';

// Each test uses its own ids, because the state of a deleted alert is stored for a while, for undo.
let scene: Scene;
let notifications: NotificationWatch;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  // No page is open, because a page that shows a firing marks it as seen.
  await scene.browser.storageSet('local', { backgroundUpdates: 'live' });
  await scene.connect();
  notifications = await watchNotifications(scene.browser);
});

beforeEach(async () => {
  await until(() => scene.service.openStreams() === 1, { what: 'a stream' });
  await until(
    async () => {
      setPrices('6400000000000', '200000000000');
      return (await latest(BTC_USD)) === '6400000000000';
    },
    { what: 'the first prices' },
  );
});

afterEach(async () => {
  await scene.browser.storageSet('local', { alerts: [], firings: [] });
  await notifications.clear();
});

afterAll(() => scene?.end());

describe('an alert', () => {
  it('changes the badge, notifies with its text, and is in the history', async () => {
    await scene.browser.storageSet('local', { alerts: [above('first', BTC_USD, '65000')] });
    await armed(scene, BTC_USD, 'first');
    scene.service.setPrice(BTC_USD, { price: '6612345000000', conf: '1200000000', expo: -8 });

    const title = t('alerts.event.roseAbove', { name: 'BTC/USD', level: '65,000' });
    const alertLine = messagePattern('tooltip.alerts', {
      list: new RegExp(`${RegExp.escape(title)}.*`),
    });
    // Color, text and tooltip are set one after the other.
    await until(
      async () => {
        const shown = await badgeWith(ALERT_COLOR);
        return shown && shown.text === '66K' && alertLine.test(firstLine(shown.title)) && shown;
      },
      { what: 'the alert on the badge' },
    );

    const [firing] = await until(() => delivered(scene, 1), { what: 'the delivered firing' });
    expect(firing).toMatchObject({ alertId: 'first', feedId: BTC_USD, delivered: 'notified' });
    expect(firing?.price).toMatchObject({ price: '6612345000000', expo: -8 });
    const shown = await notifications.all();
    const id = Object.keys(shown).find((one) => one.includes(String(firing?.id)));
    expect(id).toContain(BTC_USD);
    if (inject('browserKind') === 'firefox') {
      expect(shown[id ?? '']?.title).toBe(title);
      expect(shown[id ?? '']?.message).toMatch(/^66,123\.45 ±12\.00 · Not verified · \d/);
    }
    await until(async () => (await mark(BTC_USD)) === 'fired', { what: 'the bell' });
  });

  it('leaves the badge once it is seen', async () => {
    await scene.browser.storageSet('local', { alerts: [above('seen', BTC_USD, '65000')] });
    await armed(scene, BTC_USD, 'seen');
    scene.service.setPrice(BTC_USD, { price: '6600000000000', expo: -8 });
    await until(() => badgeWith(ALERT_COLOR), { what: 'the alert on the badge' });
    const seen =
      (await delivered(scene, 1)) || (await until(() => delivered(scene, 1), { what: 'delivery' }));
    await scene.browser.storageSet('local', {
      firings: seen.map((firing) => ({ ...firing, seenAt: Date.now() })),
    });
    await until(async () => (await scene.browser.badge()).color !== ALERT_COLOR, {
      what: 'the badge without the alert',
    });
    // It fires only once.
    await until(async () => (await mark(BTC_USD)) === undefined, { what: 'no bell' });
  });
});

it('the test notification is shown on request', async () => {
  await scene.browser.storageSet('session', commandItems('test-notification'));
  await until(
    async () => Object.keys(await notifications.all()).some((id) => id.startsWith('test')),
    { what: 'the test notification' },
  );
  expect((await scene.browser.storageGet('session', 'notificationsBlocked')) ?? null).toBeNull();
});

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function setPrices(btc: string, eth: string): void {
  scene.service.setPrice(BTC_USD, { price: btc, expo: -8 });
  scene.service.setPrice(ETH_USD, { price: eth, expo: -8 });
}

async function latest(feedId: string): Promise<string | undefined> {
  return readLatest(await scene.browser.storageGet('session', latestKey(feedId)))?.price;
}

async function badgeWith(color: string) {
  const badge = await scene.browser.badge();
  return badge.color === color && badge;
}

async function mark(feedId: string): Promise<string | undefined> {
  const marks = (await scene.browser.storageGet('local', 'alertMarks')) as
    | Record<string, string>
    | undefined;
  return marks?.[feedId];
}
