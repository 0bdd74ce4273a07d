import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { priceOf, says, watchlist } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 2 } });
  // An unverified price would be none once its signers are known.
  await scene.browser.storageSet('local', { trust: trustInLocal('My service') });
  await scene.connect();
});

afterAll(() => scene?.end());

it('a price whose signatures fail never replaces the last good one, and warns', async () => {
  const popup = await scene.openPopup();
  scene.service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
  await priceOf(popup, 'BTC/USD', (value) => value === '64312.45000000');
  scene.service.tamper('altered-price');
  const failed = messagePattern('row.mark.failed');
  const rows = await watchlist(popup, 'the failure', (all) =>
    all.some(({ name, notes }) => name === 'BTC/USD' && notes.some((note) => failed.test(note))),
  );
  expect(rows.find(({ name }) => name === 'BTC/USD')?.value).toBe('64312.45000000');
  await says(popup, t('footer.label'), messageWithin('footer.unverified', { count: /\d+/ }));
  await until(async () => (await scene.browser.badge()).title.includes(t('tooltip.note.failed')), {
    what: 'the failure in the tooltip',
  });
});
