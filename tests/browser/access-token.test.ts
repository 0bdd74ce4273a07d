import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { appears, click, priceOf, says } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({
    service: { requireHeader: { name: 'Authorization', value: 'Bearer key-1' } },
  });
  await scene.connect();
});

afterAll(() => scene?.end());

it('leads from a refused call to the token field in one step', async () => {
  const popup = await scene.openPopup();
  await says(popup, t('footer.label'), messageWithin('serviceProblem.tokenNeeded'));
  await click(popup, 'button', t('goLive.title'));

  const page = await until(() => scene.browser.findPage('options.html#go-live'), {
    what: 'the step to live prices',
  });
  await page.bringToFront();
  // The token field has the focus: typing and Enter are enough.
  await until(() => page.evaluate(() => document.activeElement instanceof HTMLInputElement), {
    what: 'a field with the cursor in it',
  });
  await page.keyboard.type('key-1');
  await page.keyboard.press('Enter');
  await appears(page, 'heading', t('goLive.done.title'));

  await popup.bringToFront();
  expect(await priceOf(popup, 'BTC/USD')).toMatch(/^\d+\.\d+$/);
});

it('sends no second request before the token is there', () => {
  const refused = scene.service.requests.filter(({ status }) => status === 401);
  // The stream and the poll.
  expect(refused.length).toBeLessThanOrEqual(2);
});
