import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { click } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterAll(() => scene?.end());

it('applies the chosen theme at once, on the page and in an open popup', async () => {
  const popup = await scene.openPopup();
  const options = await scene.openOptions();
  await click(options, 'link', t('options.section.appearance.label'));
  await click(options, 'link', t('options.section.appearance.label'));
  for (const [theme, attribute] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['system', undefined],
  ] as const) {
    await click(options, 'radio', t(`appearance.theme.${theme}.title`));
    for (const page of [options, popup]) {
      await until(
        async () =>
          (await page.evaluate(() => document.documentElement.dataset['theme'])) === attribute,
        { what: `the theme ${theme}` },
      );
    }
  }
  expect(await scene.browser.storageGet('local', 'appearance')).toEqual({
    theme: 'system',
    palette: 'green-up',
  });
});
