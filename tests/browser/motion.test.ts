import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../tools/until.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('motion', () => {
  it.each([
    ['popup', () => scene.openPopup()],
    ['options page', () => scene.openOptions()],
  ] as const)('in the %s ends when the page is hidden, unless it is endless', async (_, open) => {
    const page = await open();
    await page.locator('main').wait();
    await page.evaluate(startMotion);
    expect(await motionOf(page)).toEqual(['endless', 'long']);
    await scene.openOptions();
    await until(async () => String(await motionOf(page)) === 'endless', {
      what: 'the end of the motion of a minute',
    });
  });
});

function motionOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .map(({ id }) => id)
      .filter(Boolean)
      .toSorted(),
  );
}

// Runs in the page.
function startMotion(): void {
  const frames = { translate: ['0 1px', '0 0'] };
  document.body.animate(frames, { id: 'long', duration: 60_000 });
  document.body.animate(frames, { id: 'endless', duration: 60_000, iterations: Infinity });
}
