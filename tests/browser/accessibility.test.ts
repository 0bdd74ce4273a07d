import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './axe-faults.ts';
import { appears, click, clickInRow, priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';
import { optionsViews } from './views.ts';
import { settled } from './what-leaves.ts';

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
  it('the popup has no fault that axe knows', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'AAPL/USD');
    // A change in the midst of it would have axe judge an animation.
    scene.service.setRate(0);
    await scene.browser.setColourScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);
  });

  it('the alerts and their form have no fault that axe knows', async () => {
    await scene.browser.storageSet('local', { alerts: [] });
    const popup = await scene.openPopup();
    await priceOf(popup, 'AAPL/USD');
    await clickInRow(popup, 'BTC/USD', 'New alert');
    await appears(popup, 'button', 'Create alert');
    scene.service.setRate(0);
    await scene.browser.setColourScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);

    await click(popup, 'button', 'Create alert');
    await click(popup, 'link', 'Alerts');
    await popup.locator('li[data-phase]').wait();
    expect(await faultsOf(popup)).toEqual([]);
  });

  it.each(optionsViews())('%s has no fault that axe knows', async (view) => {
    const options = await scene.openOptions(view.replace(/^[^#]*/, ''));
    await settled(options);
    await scene.browser.setColourScheme(options, scheme);
    expect(await faultsOf(options)).toEqual([]);
  });
});

it('nothing was refused by the content security policy, no page failed', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});
