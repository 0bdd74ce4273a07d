import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import type { ChangePeriod } from '../../lib/domain/history/periods.ts';
import type { RequestRecord } from '../price-service/server.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { pause, until } from '../tools/until.ts';
import { click, priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const DAY = 86_400;
const GRID_MS = 1_800_000;
const FILL_TIMEOUT_MS = 75_000;
// How long a response may take from the price service into storage on a busy machine.
const STORED_AFTER_MS = 2_000;
const SPARK = messagePattern('row.spark', { first: /[\d,.]+/, last: /[\d,.]+/ });
const AT_A_MOMENT = /\/v2\/updates\/price\/\d+$/;

let scene: Scene;

beforeAll(async () => {
  // In these seconds the times would move on to the next point of their grid.
  await until(() => Date.now() % GRID_MS < GRID_MS - 60_000, {
    what: 'the grid to move on',
    timeoutMs: 75_000,
  });
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
    const age = Date.now() / 1_000 - momentOf(first);
    expect(age).toBeGreaterThanOrEqual(DAY);
    expect(age).toBeLessThan(DAY + 2 * 1_800);
  });

  it('is computed from the price at that time', async () => {
    const popup = await scene.openPopup();
    await changes(popup, '24h', 5);
    const then = await priceAt(BTC_USD, momentOf(askedAtMoments()[0]));
    scene.service.setPrice(BTC_USD, { price: String(then * 2n), conf: '1', expo: -8 });
    await until(async () => (await changeOf(popup, 'BTC/USD')).includes('+100%'), {
      what: 'a doubled price',
    });
  });

  it('takes one more request for another period, and none to switch back', async () => {
    const popup = await scene.openPopup();
    await changes(popup, '24h', 5);
    await choosePeriod(popup, '7d');
    await changes(popup, '7d', 5);
    const sevenDays = askedAtMoments().filter(
      (request) => Date.now() / 1_000 - momentOf(request) > 6 * DAY,
    );
    expect(sevenDays).toHaveLength(1);
    expect(sevenDays[0]?.ids).toHaveLength(5);
    await choosePeriod(popup, '24h');
    await changes(popup, '24h', 5);
    await choosePeriod(popup, '7d');
    await changes(popup, '7d', 5);
    expectNothingTwice();
    await choosePeriod(popup, '24h');
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
      { what: 'five sparklines', timeoutMs: FILL_TIMEOUT_MS },
    );
    expect(names[0]).toMatch(SPARK);
  });

  it('is there at once when the popup is reopened, and requests nothing twice', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await until(async () => (await labelsOf(popup, '[data-part="spark"]')).length === 5, {
      what: 'five sparklines',
    });
    const interrupted = await stopWorker();
    const before = askedAtMoments().length;
    await until(() => askedAtMoments().length >= before + 2, {
      what: 'the next worker to continue',
      timeoutMs: FILL_TIMEOUT_MS,
    });
    expectNothingTwice(interrupted);
  });

  it('stays within the rate limit', () => {
    const times = askedAtMoments().map(({ at }) => at);
    for (const at of times) {
      const near = scene.service.requests.filter(
        (other) => other.at >= at && other.at < at + 10_000,
      );
      expect(near.length).toBeLessThanOrEqual(10);
    }
  });
});

// The last test, because no request follows for a minute.
it('no past price is requested after a 429', async () => {
  scene.service.fail({ kind: 'status', status: 429, path: AT_A_MOMENT });
  const popup = await scene.openPopup();
  const refused = await until(() => askedAtMoments().find(({ status }) => status === 429), {
    what: 'a refusal',
    timeoutMs: FILL_TIMEOUT_MS,
  });
  await pause(6_000);
  expect(askedAtMoments().at(-1)).toBe(refused);
  await choosePeriod(popup, '1h');
  await until(
    async () => {
      const [label] = await labelsOf(popup, '[data-part="change"]');
      return (
        label ===
        t('common.labelled', {
          what: t('row.changeOver.1h'),
          value: t('serviceProblem.rateLimit'),
        })
      );
    },
    { what: 'the reason in the row' },
  );
  expect(askedAtMoments().at(-1)).toBe(refused);
});

function askedAtMoments(): RequestRecord[] {
  return scene.service.requests.filter(({ path }) => AT_A_MOMENT.test(path));
}

function momentOf(request: RequestRecord | undefined): number {
  return Number(request?.path.split('/').at(-1));
}

/** Ends the worker. Returns the requests whose responses it may not have stored. */
async function stopWorker(): Promise<ReadonlySet<RequestRecord>> {
  const from = Date.now() - STORED_AFTER_MS;
  await scene.browser.stopWorker();
  const end = Date.now();
  const sent = askedAtMoments().filter(({ at }) => at <= end);
  return new Set(sent.filter(({ endedAt }) => endedAt === null || endedAt >= from));
}

function expectNothingTwice(except: ReadonlySet<RequestRecord> = new Set()): void {
  const counted = askedAtMoments().filter((request) => !except.has(request));
  const asked = counted.flatMap(({ path, ids }) => ids.map((id) => `${path} ${id}`));
  expect(new Set(asked).size).toBe(asked.length);
}

/** The service's price of a feed at a time, as an integer. */
async function priceAt(id: string, moment: number): Promise<bigint> {
  const url = `${scene.service.url}/v2/updates/price/${moment}?ids[]=${id}`;
  const answer = await fetch(url);
  // The test's own request does not count.
  scene.service.requests.pop();
  const { parsed } = (await answer.json()) as { parsed: Array<{ price: { price: string } }> };
  return BigInt(parsed[0]!.price.price);
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

async function changeOf(popup: Page, feed: string): Promise<string> {
  return popup.$eval(
    `li[aria-label="${feed}"] [data-part="change"]`,
    (change) => change.textContent ?? '',
  );
}

function labelsOf(popup: Page, selector: string): Promise<string[]> {
  return popup.$$eval(selector, (all) =>
    all.map((element) => element.getAttribute('aria-label') ?? ''),
  );
}

async function choosePeriod(popup: Page, period: ChangePeriod): Promise<void> {
  await popup.locator('[data-part="period"]').click();
  await click(popup, 'menuitemradio', t(`row.changeOver.${period}`));
}
