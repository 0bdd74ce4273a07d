import type { Page } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { alertOn, Computer } from '../unit/domain/sync/computers.ts';
import { click, says, watchlist } from './controls.ts';
import { BTC_USD, ETH_USD, LISTED_SYMBOLS } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

declare const chrome: ExtensionApi;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  await scene.browser.storageSet('local', {
    connection: {
      baseUrl: scene.service.url,
      headers: [{ name: 'Authorization', value: 'Bearer 5ecret' }],
    },
    holdings: { [BTC_USD]: { quantity: '123.456', cost: null } },
    alerts: [alertOn(BTC_USD, 'first', '77777'), alertOn('total.EUR', 'second', '55555')],
  });
});

afterAll(() => scene?.end());

const stored = (page: Page) => page.evaluate(() => chrome.storage.sync.get(null));

it('shares the list and the alerts, and neither amounts nor the token; and shows what arrives', async () => {
  const options = await scene.openOptions('#data');
  expect(await stored(options)).toEqual({});
  await click(options, 'switch', t('sync.title'));
  await says(options, t('sync.title'), messageWithin('sync.upToDate'));
  const items = await stored(options);
  const text = JSON.stringify(items);
  for (const each of [BTC_USD, ETH_USD, '77777']) expect(text).toContain(each);
  for (const each of ['5ecret', '123.456', '55555', new URL(scene.service.url).host]) {
    expect(text).not.toContain(each);
  }

  const other = new Computer('other0');
  other.items = items;
  other.step(Date.now());
  other.list = [ETH_USD, ...other.list.filter((id) => id !== ETH_USD).slice(0, -1)];
  other.values.rowNames = { [ETH_USD]: 'From the other computer' };
  other.step(Date.now());
  await options.evaluate((changed) => chrome.storage.sync.set(changed), other.items);
  const popup = await scene.openPopup();
  const [btc, eth, ...others] = LISTED_SYMBOLS;
  await watchlist(popup, 'the shared order', (rows) => {
    const names = rows.map(({ name }) => name);
    return names.join() === ['From the other computer', btc, ...others.slice(0, -1)].join();
  });
  expect(eth).toBe('ETH/USD');

  // The worker may die between a change and its write.
  await scene.browser.storageSet('local', { watchlist: [BTC_USD] });
  await scene.browser.stopWorker();
  await until(
    async () => {
      const own = new Computer('third0');
      own.items = await stored(options);
      own.step(Date.now());
      return own.list.join() === BTC_USD;
    },
    { what: 'the change of the worker that died' },
  );
});
