import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
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
  ] as const)(
    'in the %s ends when the page is hidden or shown again, unless it is endless',
    async (_, open) => {
      const page = await open();
      await page.locator('main').wait();
      await page.evaluate(startMotion, 'early', 1);
      await page.evaluate(startMotion, 'endless', Infinity);
      await motionIs(page, ['early', 'endless']);
      await scene.openOptions();
      await motionIs(page, ['endless']);
      await page.evaluate(startMotion, 'late', 1);
      await motionIs(page, ['endless', 'late']);
      await page.bringToFront();
      await motionIs(page, ['endless']);
    },
  );
});

/** Waits until exactly these animations with an id are running. */
async function motionIs(page: Page, ids: readonly string[]): Promise<void> {
  await until(async () => String(await page.evaluate(animationIds)) === String(ids), {
    what: `the animations ${ids.join(', ')}`,
  });
}

// The others run in the page.

function startMotion(id: string, iterations: number): void {
  document.body.animate({ translate: ['0 1px', '0 0'] }, { id, duration: 60_000, iterations });
}

function animationIds(): string[] {
  return document
    .getAnimations()
    .map(({ id }) => id)
    .filter(Boolean)
    .toSorted();
}
