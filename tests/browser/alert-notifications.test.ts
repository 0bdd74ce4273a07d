import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../tools/until.ts';
import { above, ALERT_COLOR, armed, delivered, history } from './alert-rules.ts';
import { BTC_USD } from './feeds.ts';
import { watchNotifications, type NotificationWatch } from './notifications.ts';
import { startScene, type Scene } from './scene.ts';

const DETAIL = `popup.html#feed/${BTC_USD}`;

let scene: Scene;
let notifications: NotificationWatch;
// The state of a deleted alert is stored for a while, so each test has its own alert.
let count = 0;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  // No page is open, because a popup that shows a firing marks it as seen.
  await scene.browser.storageSet('local', { backgroundUpdates: 'live' });
  await scene.connect();
  notifications = await watchNotifications(scene.browser);
  await until(() => scene.service.openStreams() === 1, { what: 'a stream' });
});

afterEach(async () => {
  await scene.browser.storageSet('local', { alerts: [], firings: [] });
  await notifications.clear();
  await scene.closePages();
});

afterAll(() => scene?.end());

describe('a notification', () => {
  it('opens its feed in a tab when it is clicked, and counts as seen', async () => {
    const id = await fire();
    await scene.browser.pressNotification(id);
    await until(() => scene.browser.inTab(DETAIL, isAboutPair), { what: 'the detail' });
    await seen();
    await scene.browser.closeTab(DETAIL);
  });

  it('shows its feed in the tab of the popup if there is one', async () => {
    const id = await fire();
    await scene.openPopup();
    await scene.browser.pressNotification(id);
    await until(() => scene.browser.inTab(DETAIL, isAboutPair), { what: 'the detail' });
    // No other tab shows the popup.
    await scene.closePages();
    expect(await scene.browser.closeTab('popup.html')).toBe(false);
  });
});

/** Makes a new alert fire and returns the id of its notification. */
async function fire(): Promise<string> {
  count += 1;
  const alertId = `alert-${count}`;
  scene.service.setPrice(BTC_USD, { price: '64000', expo: 0 });
  await scene.browser.storageSet('local', { alerts: [above(alertId, BTC_USD, '65000')] });
  await armed(scene, BTC_USD, alertId);
  scene.service.setPrice(BTC_USD, { price: '66000', expo: 0 });
  await until(() => delivered(scene, 1), { what: 'the delivered firing' });
  expect((await history(scene))[0]?.seenAt).toBeNull();
  return await until(async () => Object.keys(await notifications.all())[0], {
    what: 'the notification',
  });
}

async function seen(): Promise<void> {
  await until(async () => typeof (await history(scene))[0]?.seenAt === 'number', {
    what: 'the firing to be seen',
  });
  await until(async () => (await scene.browser.badge()).color !== ALERT_COLOR, {
    what: 'the badge without the alert',
  });
  await until(async () => Object.keys(await notifications.all()).length === 0, {
    what: 'the notification to go',
  });
}

// Runs in the page.
function isAboutPair({ document }: Window): boolean {
  const headings = [...document.querySelectorAll('h1, h2')];
  return headings.some(({ textContent }) => textContent?.includes('BTC/USD'));
}
