import { afterAll, beforeAll, expect, it } from 'vitest';
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
  await click(options, 'link', 'Appearance');
  await click(options, 'link', 'Appearance');
  for (const [name, theme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['System', undefined],
  ] as const) {
    await click(options, 'radio', name);
    for (const page of [options, popup]) {
      await until(
        async () =>
          (await page.evaluate(() => document.documentElement.dataset['theme'])) === theme,
        { what: `the theme ${name}` },
      );
    }
  }
  expect(await scene.browser.storageGet('local', 'appearance')).toEqual({
    theme: 'system',
    palette: 'green-up',
  });
});
