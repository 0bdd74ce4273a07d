import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeCandleLine } from '../../lib/domain/history/candle-line.ts';
import { until } from '../tools/until.ts';
import { priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('motion', () => {
  it('ends when the page is hidden or shown again, unless it is endless', async () => {
    const page = await scene.openPopup();
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
  });
});

// Only Chromium's driver can ask for less motion.
describe.runIf(inject('browserKind') === 'chromium')('the line of a row', () => {
  let popup: Page;

  beforeAll(async () => {
    await scene.connect();
    const lastStart = Math.floor(Date.now() / 1_000) - 600;
    const points = Array.from({ length: 48 }, (_, at) => 6_300_000n + BigInt((at % 7) * 9_000));
    const line = writeCandleLine({ lastStart, expo: -2, points });
    await scene.browser.storageSet('local', { candleLines: { [BTC_USD]: line } });
  });

  async function openList(): Promise<void> {
    popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await popup.waitForSelector(`[data-id="${BTC_USD}"] [data-part="spark"]`);
    await popup.evaluate(watchGrowth);
  }

  it('grows into the chart when the row is opened', async () => {
    await openList();
    // On a busy machine, the first opening may take too long.
    await until(
      async () => {
        await openChart();
        const isGrowing = (await popup.evaluate(growthStarts)).length > 0;
        if (!isGrowing) await popup.goBack();
        return isGrowing;
      },
      { what: 'the line to grow' },
    );
    const [start] = await popup.evaluate(growthStarts);
    expect(start?.duration).toBe(180);
    const { row, line } = start!;
    // Half of the stroke.
    expect(line.left).toBeGreaterThanOrEqual(row.left - 1);
    expect(line.right).toBeLessThanOrEqual(row.right + 1);
    expect(line.top).toBeGreaterThanOrEqual(row.top - 1);
    expect(line.bottom).toBeLessThanOrEqual(row.bottom + 1);
  });

  it('is in its place at once if the user wants less motion', async () => {
    await openList();
    await popup.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await openChart();
    expect(await popup.evaluate(growthStarts)).toEqual([]);
  });

  async function openChart(): Promise<void> {
    await popup.locator(`[data-id="${BTC_USD}"]`).click();
    await popup.waitForSelector('[data-view="feed"] [data-part="chart"]');
  }
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

interface GrowthStart {
  duration: unknown;
  /** The row's line, and the chart's line where it starts to grow. */
  row: Box;
  line: Box;
}

type Box = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** Records where the chart's line is when it starts to grow. */
function watchGrowth(): void {
  const starts: GrowthStart[] = [];
  Object.assign(globalThis, { growthStarts: starts });
  const boxOf = (element: Element | null): Box => element?.getBoundingClientRect().toJSON();
  let row: Box;
  const noteRow = (): void => {
    row = boxOf(document.querySelector('li:first-child [data-part="spark"]'));
  };
  addEventListener('click', noteRow, true);
  // oxlint-disable-next-line typescript/unbound-method -- called with its element below
  const { animate } = Element.prototype;
  Element.prototype.animate = function animateAndRecord(...options) {
    const animation = animate.apply(this, options);
    if (this.matches('[data-part="prices"]')) {
      animation.pause();
      const line = boxOf(this.querySelector('[data-part="line"]'));
      starts.push({ duration: animation.effect?.getTiming().duration, row, line });
      animation.play();
    }
    return animation;
  };
}

function growthStarts(): GrowthStart[] {
  return (globalThis as unknown as { growthStarts: GrowthStart[] }).growthStarts;
}
