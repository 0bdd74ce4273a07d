import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/locale/t.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, chooseInRow, click, priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';
import { optionsViews } from './views.ts';
import { settled } from './page-output.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(async () => {
  scene.service.setRate(2.5);
  await scene.closePages();
});

afterAll(() => scene?.end());

describe.for(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it('the popup has no violations', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'AAPL/USD');
    // A changing price would make axe measure the colors of an animation.
    scene.service.setRate(0);
    await scene.browser.setColorScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);
  });

  it('the alerts and their form have no violations', async () => {
    await scene.browser.storageSet('local', { alerts: [] });
    const popup = await scene.openPopup();
    await priceOf(popup, 'AAPL/USD');
    await chooseInRow(popup, 'BTC/USD', t('row.menu.newAlert'));
    await appears(popup, 'button', t('alerts.addButton'));
    scene.service.setRate(0);
    await scene.browser.setColorScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);

    await click(popup, 'button', t('alerts.addButton'));
    await click(popup, 'link', t('popup.alertsLink'));
    await popup.locator('li[data-phase]').wait();
    expect(await faultsOf(popup)).toEqual([]);
  });

  it.each(optionsViews())('%s has no violations', async (view) => {
    const options = await scene.openOptions(view.replace(/^[^#]*/, ''));
    await settled(options);
    await scene.browser.setColorScheme(options, scheme);
    expect(await faultsOf(options)).toEqual([]);
  });
});

it('no page failed or violated the content security policy', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});
