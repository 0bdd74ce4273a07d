import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { priceOf, says, watchlist } from './controls.ts';
import { DEFAULT_SYMBOLS } from './feeds.ts';
import { dumpPage } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ browser: { keepsSamples: true } });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('sample prices', () => {
  it('are in the list from the first second, and say so', async () => {
    const popup = await scene.openPopup();
    const rows = await watchlist(
      popup,
      'prices',
      (all) => all.length > 0 && all.every(({ value }) => value !== null),
    );
    expect(rows.map(({ name }) => name)).toEqual(DEFAULT_SYMBOLS);
    await says(popup, t('footer.label'), new RegExp(t('samples.title')));
    const badge = await until(
      async () => {
        const shown = await scene.browser.badge();
        return shown.text === t('samples.badge') && shown;
      },
      { what: 'the badge' },
    );
    expect(badge.title).toContain(t('samples.title'));
    await until(async () => /"candleLines":\{"/.test((await dumpPage(popup)).stored), {
      what: 'stored candles',
    });
    // Nothing was sent, so nothing counts toward a limit.
    expect(await scene.browser.storageGet('local', 'requestBudget')).toBeUndefined();
  });

  it('are gone from storage and databases once prices are real', async () => {
    const popup = await scene.openPopup();
    const sample = await priceOf(popup, 'BTC/USD');
    const { stored } = await dumpPage(popup);
    const figures = stored.match(/"price":"\d{8,}"/g) ?? [];
    expect(figures.length).toBeGreaterThan(DEFAULT_SYMBOLS.length);
    await scene.connect();
    await priceOf(popup, 'BTC/USD', (value) => value !== sample);
    await until(
      async () => {
        const { stored: now } = await dumpPage(popup);
        const isClear = !now.includes('isSample') && now.includes('"candleLines":{}');
        return isClear && figures.every((figure) => !now.includes(figure));
      },
      { what: 'nothing of the sample prices in storage' },
    );
    expect(await scene.browser.storageGet('local', 'areSamplesShown')).toBe(false);
    await until(async () => (await scene.browser.badge()).text !== t('samples.badge'), {
      what: 'a price on the badge',
    });
  });
});
