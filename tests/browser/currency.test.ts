import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const USD_JPY = 'ef2c98c804ba503c6a707e38be4dfbb16683775f195b091252bf24693042fd52';
const PRICE = `[data-id="${BTC_USD}"] [data-part="price"]`;
const CURRENCY = `[data-id="${BTC_USD}"] [data-part="currency"]`;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  scene.service.setPrice(BTC_USD, { price: '6400000000000', expo: -8, conf: '1000000000' });
  scene.service.setPrice(USD_JPY, { price: '15000000', expo: -5, conf: '0' });
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal() });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the display currency', () => {
  it('is chosen in the options, and prices are shown in it', async () => {
    await choose('JPY');
    const popup = await scene.openPopup();
    await popup.locator(CURRENCY).wait();
    // 64,000 dollars at 150 yen a dollar, to the first uncertain digit.
    expect(await popup.$eval(PRICE, (price) => price.getAttribute('value'))).toBe('9600000');
    expect(await popup.$eval(CURRENCY, ({ textContent }) => textContent)).toBe('JPY');
    await until(() => isAsked(USD_JPY), { what: 'a stream with the rate' });
    expect(await faultsOf(popup)).toEqual([]);
    await until(async () => (await scene.browser.badge()).text === '9.6M', { what: 'the badge' });
    expect((await scene.browser.badge()).title).toContain('JPY');
  });

  it('is that of each quote again, and the rate is no longer requested', async () => {
    await choose('');
    const popup = await scene.openPopup();
    await popup.waitForFunction(
      (selector) => document.querySelector(selector)?.getAttribute('value') === '64000.00000000',
      {},
      PRICE,
    );
    await until(() => !isAsked(USD_JPY), { what: 'a stream without the rate' });
  });
});

async function choose(currency: string): Promise<void> {
  const options = await scene.openOptions('#appearance');
  await options.locator('select').fill(currency);
  expect(await faultsOf(options)).toEqual([]);
  expect(await options.$eval('select', (select) => select.labels?.[0]?.textContent)).toBe(
    t('currency.label'),
  );
}

/** Whether the newest stream asks for the feed. */
function isAsked(id: string): boolean {
  const streams = scene.service.requests.filter(({ path }) => path.endsWith('/stream'));
  return JSON.stringify(streams.at(-1)).includes(id);
}
