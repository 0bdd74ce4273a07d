import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { click, fill, priceOf, says, watchlist } from './controls.ts';
import { DEFAULT_SYMBOLS } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 2 } });
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

  it('shows live prices as soon as the base URL is saved', async () => {
    const popup = await scene.openPopup();
    const options = await scene.openOptions();
    await fill(options, 'textbox', t('connection.baseUrl'), scene.service.url);
    await click(options, 'button', t('common.saveButton'));
    await popup.bringToFront();
    const first = await priceOf(popup, 'BTC/USD');
    expect(first).toMatch(/^\d+\.\d+$/);
    await priceOf(popup, 'BTC/USD', (value) => value !== first);
    await says(popup, t('footer.label'), messageWithin('connectionState.live'));
  });
});
