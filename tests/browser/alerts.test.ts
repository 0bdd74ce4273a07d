import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { latestKey, readLatest } from '../tools/latest-price.ts';
import { messagePattern } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { above, ALERT_COLOR, armed, delivered, history, stateOf } from './alert-rules.ts';
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
    expect(firing).toMatchObject({ alertId: 'first', feedId: BTC_USD, delivered: 'notification' });
    expect(firing?.price).toMatchObject({ price: '6612345000000', expo: -8 });
    const shown = await notifications.all();
    const id = Object.keys(shown).find((one) => one.includes(String(firing?.id)));
    expect(id).toContain(BTC_USD);
    if (inject('browserKind') === 'firefox') {
      expect(shown[id ?? '']?.title).toBe(title);
      expect(shown[id ?? '']?.message).toMatch(/^66,123\.45 ±12\.00 · \d/);
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

  it('merges a burst into one notification and counts on the badge', async () => {
    await scene.browser.storageSet('local', {
      alerts: [
        above('one', BTC_USD, '65000'),
        above('two', BTC_USD, '65500'),
        above('three', BTC_USD, '65900'),
      ],
    });
    for (const id of ['one', 'two', 'three']) await armed(scene, BTC_USD, id);
    scene.service.setPrice(BTC_USD, { price: '6600000000000', expo: -8 });
    const firings = await until(() => delivered(scene, 3), { what: 'three delivered firings' });
    expect(firings.map((firing) => firing.delivered)).toEqual(['merged', 'merged', 'merged']);
    expect(Object.keys(await notifications.all())).toHaveLength(1);
    await until(
      async () => (await badgeWith(ALERT_COLOR)) && (await scene.browser.badge()).text === '3',
      {
        what: 'the count',
      },
    );
  });

  it('that is snoozed does not notify, and is shown as snoozed', async () => {
    const rule = { ...above('snoozed', BTC_USD, '65000'), snoozedUntil: Date.now() + 3_600_000 };
    await scene.browser.storageSet('local', { alerts: [rule] });
    await armed(scene, BTC_USD, 'snoozed');
    scene.service.setPrice(BTC_USD, { price: '6600000000000', expo: -8 });
    await until(
      async () => {
        scene.service.pushStream();
        return (await stateOf(scene, BTC_USD, 'snoozed'))?.unreported?.why === 'snoozed';
      },
      { what: 'the note of the firing during the snooze' },
    );
    expect(await history(scene)).toEqual([]);
    expect(await notifications.all()).toEqual({});
  });

  it('is held by quiet hours but on the badge; one summary follows at their end', async () => {
    await scene.browser.storageSet('local', {
      alertSettings: quietAround(new Date(), true),
      alerts: [above('held', BTC_USD, '65000'), above('held-too', ETH_USD, '2100')],
    });
    await armed(scene, BTC_USD, 'held');
    await armed(scene, ETH_USD, 'held-too');
    setPrices('6600000000000', '220000000000');
    await until(
      async () => {
        scene.service.pushStream();
        const held = (await history(scene)).filter(({ delivered: how }) => how === 'held');
        return held.length === 2;
      },
      { what: 'two held firings' },
    );
    await until(async () => (await scene.browser.badge()).text === '2', { what: 'the count' });
    expect(await notifications.all()).toEqual({});
    await scene.browser.storageSet('local', { alertSettings: quietAround(new Date(), false) });
    const firings = await until(() => delivered(scene, 2), { what: 'the summary' });
    expect(firings.map(({ delivered: how }) => how)).toEqual(['digest', 'digest']);
    expect(Object.keys(await notifications.all())).toHaveLength(1);
  });
});

it('the test notification is shown on request', async () => {
  await scene.browser.storageSet('session', commandItems('test-notification'));
  await until(
    async () => Object.keys(await notifications.all()).some((id) => id.startsWith('test')),
    {
      what: 'the test notification',
    },
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

function quietAround(now: Date, enabled: boolean) {
  const text = (shift: number): string => {
    const at = new Date(now.getTime() + shift * 3_600_000);
    return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  };
  return {
    areOn: true,
    tellsMissed: false,
    sound: false,
    quietHours: { enabled, from: text(-2), to: text(2), days: [1, 2, 3, 4, 5, 6, 7] },
  };
}
