import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { click, fill, priceOf, says, watchlist } from './controls.ts';
import { BTC_USD, DEFAULT_SYMBOLS } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

// A change of the settings takes effect at once, not when a pause after a failure ends.
const AT_ONCE_MS = 5_000;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('from the install to live prices', () => {
  it('starts with the default watchlist', async () => {
    const popup = await scene.openPopup();
    const rows = await watchlist(popup, 'ten rows', (all) => all.length === 10);
    expect(rows.map(({ name }) => name)).toEqual(DEFAULT_SYMBOLS);
    expect(rows.map(({ value }) => value)).toEqual(Array(10).fill(null));
  });

  it('tests a connection before it is saved', async () => {
    const options = await scene.openOptions();
    await fill(options, 'textbox', t('connection.baseUrl'), scene.service.url);
    await click(options, 'button', t('connection.testButton'));
    expect(await says(options, t('connection.testButton'), /\d/)).toContain(
      t('feed.count', { count: 64 }),
    );
    expect(await scene.browser.storageGet('local', 'connection')).toBeUndefined();
  });

  it('shows live prices as soon as the base URL is saved', async () => {
    const popup = await scene.openPopup();
    const options = await scene.openOptions();
    await fill(options, 'textbox', t('connection.baseUrl'), scene.service.url);
    const before = scene.service.requests.length;
    await click(options, 'button', t('common.saveButton'));
    const saved = Date.now();
    await popup.bringToFront();
    const first = await priceOf(popup, 'BTC/USD');
    // Whatever the previous service answered. The time is taken from the service's log, because how
    // long a browser takes to show it depends on the machine.
    const asked = scene.service.requests.slice(before).find(({ ids }) => ids.includes(BTC_USD));
    expect((asked?.at ?? Infinity) - saved).toBeLessThan(AT_ONCE_MS);
    expect(first).toMatch(/^\d+\.\d+$/);
    await priceOf(popup, 'BTC/USD', (value) => value !== first);
    await says(popup, t('footer.label'), messageWithin('connectionState.live'));
  });

  it('sends saved headers with the next request', async () => {
    await scene.openPopup();
    const options = await scene.openOptions();
    await options.locator(`::-p-text(${t('headers.title')})`).click();
    await click(options, 'button', t('headers.addButton'));
    await fill(options, 'textbox', t('headers.name'), 'X-Desk');
    await fill(options, 'textbox', t('headers.value'), 'forty-two');
    const before = scene.service.requests.length;
    await click(options, 'button', t('common.saveButton'));
    // A call that was on its way when the headers were saved does not carry them.
    await until(
      () =>
        scene.service.requests
          .slice(before)
          .some(({ ids, headers }) => ids.includes(BTC_USD) && headers['x-desk'] === 'forty-two'),
      { what: 'a call for prices with the saved header' },
    );
  });
});
