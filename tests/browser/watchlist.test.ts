import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { chooseInRow, clickFound, fill, priceOf, watchlist } from './controls.ts';
import { BTC_USD, LISTED_SYMBOLS, ETH_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the watchlist', () => {
  it('gets a feed from the search', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await fill(popup, 'searchbox', t('search.label'), 'solana');
    await clickFound(popup, 'SOL/USD');
    const rows = await watchlist(popup, 'SOL/USD in it', (all) =>
      all.some(({ name }) => name === 'SOL/USD'),
    );
    expect(rows.map(({ name }) => name)).toEqual([...LISTED_SYMBOLS, 'SOL/USD']);
    await priceOf(popup, 'SOL/USD');
  });

  it('loses a removed feed', async () => {
    const popup = await scene.openPopup();
    await chooseInRow(popup, 'EUR/USD', t('row.menu.remove'));
    const rows = await watchlist(popup, 'EUR/USD gone', (all) =>
      all.every(({ name }) => name !== 'EUR/USD'),
    );
    expect(rows).toHaveLength(5);
  });
});

describe('the badge', () => {
  it('shows the first feed in at most four characters', async () => {
    await scene.openPopup();
    pin(BTC_USD, 6_431_245_000_000n);
    await badgeText('64K');
    pin(BTC_USD, 12_345_600_000_000n);
    await badgeText('123K');
  });

  it('shows by its color whether the price rose or fell', async () => {
    await scene.openPopup();
    pin(BTC_USD, 6_431_245_000_000n);
    await badgeText('64K');
    pin(BTC_USD, 7_000_000_000_000n);
    await badgeText('70K');
    await badgeColor('green', ([red, green, blue]) => green > red && green > blue);
    pin(BTC_USD, 6_431_245_000_000n);
    await badgeText('64K');
    await badgeColor('red', ([red, green, blue]) => red > green && red > blue);
  });

  it('shows the feed that the user chose', async () => {
    const popup = await scene.openPopup();
    pin(ETH_USD, 250_742_000_000n);
    await priceOf(popup, 'ETH/USD', (value) => value === '2507.42000000');
    await chooseInRow(popup, 'ETH/USD', t('row.showOnBadgeButton'));
    await badgeText('2507');
  });

  it('lists the prices in the tooltip', async () => {
    const title = await until(
      async () => {
        const badge = await scene.browser.badge();
        return badge.title.includes('ETH/USD') ? badge.title : undefined;
      },
      { what: 'a tooltip with prices' },
    );
    expect(title).toMatch(/ETH\/USD\s+2,507\.42/);
  });
});

function pin(id: string, mantissa: bigint): void {
  scene.service.setPrice(id, { price: String(mantissa), conf: '2000000000', expo: -8 });
}

async function badgeText(text: string): Promise<void> {
  await until(async () => (await scene.browser.badge()).text === text, { what: `badge ${text}` });
}

async function badgeColor(
  name: string,
  fits: (rgb: [number, number, number]) => boolean,
): Promise<void> {
  await until(
    async () => {
      const { color } = await scene.browser.badge();
      const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
      return fits([part(1), part(3), part(5)]);
    },
    { what: `a ${name} badge` },
  );
}
