import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePeriod } from '../../lib/domain/history/periods.ts';
import type { RequestRecord } from '../price-service/server.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

const SPARK = messagePattern('row.spark', { first: /[\d,.]+/, last: /[\d,.]+/ });
const AT_A_MOMENT = /\/v2\/updates\/price\/\d+$/;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the change of a price', () => {
  it('is shown for every feed after one request', async () => {
    const popup = await scene.openPopup();
    await changes(popup, '24h', 5);
    const [first] = askedAtMoments();
    expect(first?.ids).toHaveLength(5);
  });
});

describe('the sparkline', () => {
  it('appears for every feed', async () => {
    const popup = await scene.openPopup();
    const names = await until(
      async () => {
        const found = await labelsOf(popup, '[data-part="spark"]');
        return found.length === 5 && found.every((name) => SPARK.test(name)) && found;
      },
      { what: 'five sparklines' },
    );
    expect(names[0]).toMatch(SPARK);
  });

  it('is there at once when the popup is reopened, and the next worker continues', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await until(async () => (await labelsOf(popup, '[data-part="spark"]')).length === 5, {
      what: 'five sparklines',
    });
    await scene.browser.stopWorker();
    const before = askedAtMoments().length;
    await until(() => askedAtMoments().length >= before + 2, {
      what: 'the next worker to continue',
    });
  });
});

function askedAtMoments(): RequestRecord[] {
  return scene.service.requests.filter(({ path }) => AT_A_MOMENT.test(path));
}

/** Waits until this many rows show a change over the period. */
async function changes(popup: Page, period: ChangePeriod, count: number): Promise<void> {
  const known = messageWithin(`row.change.${period}`, { change: /.+%/ });
  await until(
    async () => {
      const texts = await popup.$$eval('[data-part="change"]', (all) =>
        all.map((change) => change.textContent ?? ''),
      );
      return texts.filter((text) => known.test(text)).length === count;
    },
    { what: `${count} changes over ${period}` },
  );
}

function labelsOf(popup: Page, selector: string): Promise<string[]> {
  return popup.$$eval(selector, (all) =>
    all.map((element) => element.getAttribute('aria-label') ?? ''),
  );
}
