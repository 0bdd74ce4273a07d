import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { delivered, history, stateOf } from './alert-rules.ts';
import { faultsOf } from './axe-faults.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { watchNotifications, type NotificationWatch } from './notifications.ts';
import { startScene, type Scene } from './scene.ts';

const GBP_USD = '84c2dde9633d93d1bcad84e7dc41c9d56578b7ec52fabedc1f335d673df0a7c1';
const IN_DOLLARS = 'total.USD';
const IN_POUNDS = 'total.GBP';

let scene: Scene;
let notifications: NotificationWatch;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  // The price service has an exchange rate for pounds, but no price of it.
  scene.service.withholdData(GBP_USD);
  setTotal(64_000);
  await scene.browser.storageSet('local', { backgroundUpdates: 'live' });
  await scene.connect();
  notifications = await watchNotifications(scene.browser);
  await until(() => scene.service.openStreams() === 1, { what: 'a stream' });
  await scene.browser.storageSet('local', {
    holdings: {
      [BTC_USD]: { quantity: '1', cost: null },
      [ETH_USD]: { quantity: '10', cost: null },
    },
    alerts: [fall('dollars', IN_DOLLARS), fall('pounds', IN_POUNDS)],
  });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('alerts on the total of all holdings', () => {
  it('fire once when it falls by 5 %, and not without an exchange rate', async () => {
    await until(isMeasuring, { what: 'the first total' });
    // From 84,000 to 79,000 dollars.
    setTotal(59_000);
    await until(() => delivered(scene, 1), { what: 'the delivered firing' });
    const [firing] = await history(scene);
    expect(firing).toMatchObject({
      feedId: IN_DOLLARS,
      what: { kind: 'moves', direction: 'down', from: '84000', percent: '-5.95' },
    });
    const shown = await notifications.all();
    expect(Object.keys(shown)).toHaveLength(1);
    if (inject('browserKind') === 'firefox') {
      expect(Object.values(shown)[0]?.title).toMatch(
        /^Total value fell by 5,000.* USD \(5\.95%\) from 84,000.* USD/,
      );
    }
    const { title } = await scene.browser.badge();
    expect(title).toMatch(/Total value fell by 5,000.* USD/);
  });

  it('show what they wait for', async () => {
    const popup = await scene.openPopup('#alerts');
    const waiting = t('holdings.noPrice', { symbol: 'GBP/USD' });
    await popup.waitForFunction((text) => document.body.innerText.includes(text), {}, waiting);
    expect(await faultsOf(popup)).toEqual([]);
  });
});

function setTotal(bitcoin: number): void {
  scene.service.setPrice(BTC_USD, { price: `${bitcoin}`, expo: 0, conf: '0' });
  scene.service.setPrice(ETH_USD, { price: '2000', expo: 0, conf: '0' });
}

function fall(id: string, feedId: string) {
  const by = { unit: 'percent', amount: '5' };
  const since = { from: 'window', seconds: 86_400 };
  const trigger = { kind: 'moves', direction: 'down', by, since };
  return { id, feedId, trigger, onlyWhileOpen: false, armedAt: 1 };
}

async function isMeasuring(): Promise<boolean> {
  scene.service.pushStream();
  const state = await stateOf(scene, IN_DOLLARS, 'dollars');
  return state !== undefined && JSON.stringify(state.tracker).includes('84000');
}
