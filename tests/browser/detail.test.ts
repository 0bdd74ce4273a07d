import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { LOCAL_IDENTITY, trustInLocal } from '../price-service/test-signers.ts';
import { anyOf, messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { click, says } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const PRICE = '6431245781203';
const SIGNED = t('common.signers', {
  signed: '3',
  count: 5,
  name: t('proof.ownSigners', { name: 'My service' }),
});
const VERIFIED = `${t('proof.state.verified')} ${SIGNED}`;
const EIGHT_DIGITS = /[\d,]+\.\d{8}/;

const PUBLISHED = anyOf([
  messageWithin('priceAtTime.published.exactly'),
  messageWithin('priceAtTime.published.before'),
  messageWithin('priceAtTime.published.after'),
]);

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal('My service') });
  scene.service.setPrice(BTC_USD, { price: PRICE, conf: '1250000000', expo: -8 });
  scene.service.setPrice(ETH_USD, { price: '250000000000', conf: '50000000', expo: -8 });
});

beforeEach(() => scene.resetRateLimit());

afterEach(async () => {
  scene.service.tamper(undefined);
  await scene.closePages();
});

afterAll(() => scene?.end());

describe('the chart', () => {
  it('is drawn, and gives exact prices to keyboard users', async () => {
    const page = await openDetail();
    await chartIsDrawn(page);
    await page.focus('[data-part="chart"]');
    await page.keyboard.press('End');
    const last = await text(page, '[data-part="period-change"]');
    expect(await valueText(page)).toContain('64,312.45781203');
    await page.keyboard.press('ArrowLeft');
    await text(page, '[data-part="period-change"]', (all) => all !== last);
    const before = await valueOf(page, '[data-part="exact-price"]');
    expect(await valueText(page)).toMatch(
      messageWithin('chart.valueText', {
        price: EIGHT_DIGITS,
        confidence: EIGHT_DIGITS,
        ema: EIGHT_DIGITS,
      }),
    );
    expect((await valueText(page)).replaceAll(',', '')).toContain(before);
    await page.keyboard.press('Enter');
    expect(await text(page, '[data-part="pulled-sentence"]')).not.toBe('');
    await page.keyboard.press('Escape');
    await until(async () => (await page.$('[data-part="pulled-sentence"]')) === null, {
      what: 'no alert to be made',
    });
  });

  it.each(['mouse', 'touch'] as const)(
    'follows the %s in its headline, and returns',
    async (kind) => {
      const page = await openDetail();
      await chartIsDrawn(page);
      const box = (await (await page.$('[data-part="chart"]'))!.boundingBox())!;
      const [x, y] = [box.x + 8, box.y + 100];
      const latest = await text(page, '[data-part="period-change"]');
      if (kind === 'mouse') await page.mouse.move(x, y);
      else {
        await page.touchscreen.touchStart(x + 40, y);
        await page.touchscreen.touchMove(x + 20, y);
        await page.touchscreen.touchMove(x, y);
      }
      await page.locator('[data-part="cursor"]').wait();
      await text(page, '[data-part="period-change"]', (all) => all !== latest);
      if (kind === 'mouse') await page.mouse.move(box.x + 20, box.y - 60);
      else await page.touchscreen.touchEnd();
      await until(async () => (await page.$('[data-part="cursor"]')) === null, {
        what: 'the latest price',
      });
      await text(page, '[data-part="period-change"]', (all) => all.includes(t('period.24h')));
    },
  );

  it('lets a level be pulled from its prices, and the notice does not cover the alert', async () => {
    const page = await openDetail();
    await chartIsDrawn(page);
    const box = (await (await page.$('[data-part="axis"]'))!.boundingBox())!;
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(x, box.y + 30, { steps: 3 });
    await page.mouse.up();
    await text(page, '[data-part="pulled-sentence"]', (all) => all !== '');
    const level = await page.$eval('[data-part="pulled-sentence"] input', ({ value }) => value);
    expect(level).toMatch(/^[\d,.]+$/);
    await page.locator(`section[aria-label="${t('alerts.addButton')}"] button`).click();
    const notice = await until(() => page.$('[data-part="toast"] > div'), {
      what: 'a notice',
    });
    const row = await until(() => page.$('[data-view="feed"] li[data-phase]'), {
      what: 'the alert',
    });
    const [over, under] = [(await notice.boundingBox())!, (await row.boundingBox())!];
    const isCovered = under.y + under.height > over.y && under.y < over.y + over.height;
    expect(isCovered, 'the notice covers the alert').toBe(false);
    await scene.browser.storageSet('local', { alerts: [] });
  });
});

describe('the price at a time', () => {
  it('is shown with its own proof', async () => {
    const page = await openDetail();
    await openPriceAtTime(page);
    await click(page, 'button', t('priceAtTime.getButton'));
    const said = await says(page, t('priceAtTime.title'), PUBLISHED);
    const first = `${EIGHT_DIGITS.source}\\s*±[\\d,.]+\\s*${basisPoints(/[\d.]+/)}\\s*`;
    expect(said).toMatch(new RegExp(`^${first}${PUBLISHED.source}`));
    expect(said).toContain(VERIFIED);
    const ema = `${RegExp.escape(t('detail.ema'))}\\s*${EIGHT_DIGITS.source} ±${EIGHT_DIGITS.source}`;
    expect(said).toMatch(new RegExp(`${ema}$`));
  });
});

describe('the proof', () => {
  it('shows what was signed, and copies it', async () => {
    const page = await openDetail();
    await text(page, '[data-part="proof"]', (all) => all.startsWith(t('proof.state.verified')));
    await page.locator('[data-part="proof"] button').click();
    await says(
      page,
      t('proof.title'),
      messagePattern('proof.subject', { price: '64,312.45781203' }),
    );
    await termIs(
      page,
      t('signers.title'),
      messagePattern('proof.ownSigners', { name: 'My service' }),
    );
    await termIs(
      page,
      t('proof.signers'),
      messagePattern('proof.signersOfSet', { signers: '0, 1, and 2', size: '5' }),
    );
    await termIs(
      page,
      t('proof.quorum'),
      messagePattern('proof.quorumOfSet', { quorum: '3', size: '5' }),
    );
    await termIs(page, t('proof.emitterChain'), new RegExp(`^${LOCAL_IDENTITY.emitterChain}$`));
    await termIs(page, t('proof.emitterAddress'), new RegExp(`^${LOCAL_IDENTITY.emitterAddress}$`));
    await page.evaluate(recordCopies);
    await click(page, 'button', t('proof.copyBytesButton'));
    const notice = messageWithin('proof.copiedBytes', { encoding: /(?:hex|base64)/ });
    await text(page, '[data-part="toast"]', (all) => notice.test(all));
    const copied = await page.evaluate(() => document.documentElement.dataset['copied'] ?? '');
    // The magic of an accumulator update, in hex or base64.
    expect(copied).toMatch(/^(504e4155|UE5BV)/);
    await page.keyboard.press('Escape');
  });
});

describe.for(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it('has no violations with all panels open', async () => {
    const page = await openDetail();
    await scene.browser.setColorScheme(page, scheme);
    await chartIsDrawn(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('[data-part="proof"] button').click();
    await says(page, t('proof.title'), messageWithin('proof.subject'));
    await openPriceAtTime(page);
    await click(page, 'button', t('priceAtTime.getButton'));
    await says(page, t('priceAtTime.title'), PUBLISHED);
    expect(await faultsOf(page)).toEqual([]);
  });
});

it('no page failed or violated the content security policy', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});

async function openDetail(): Promise<Page> {
  const page = await scene.openPopup();
  await page.evaluate((id) => {
    location.hash = `#feed/${id}`;
  }, BTC_USD);
  await page.locator('[data-part="exact-price"]').wait();
  return page;
}

async function openPriceAtTime(page: Page): Promise<void> {
  await click(page, 'button', t('priceAtTime.openButton'));
  await page.locator('input[type="datetime-local"]').wait();
}

/** Waits until the chart has a line. */
async function chartIsDrawn(page: Page): Promise<void> {
  await page.locator('[data-part="line"][d*="L"]').wait();
}

function valueText(page: Page): Promise<string> {
  return page.$eval('[data-part="chart"]', (chart) => chart.getAttribute('aria-valuetext') ?? '');
}

async function text(
  page: Page,
  selector: string,
  fits: (all: string) => boolean = () => true,
): Promise<string> {
  const found = await until(
    async () => {
      const all = await page.evaluate(readTexts, selector);
      const fit = all.find(fits);
      return fit === undefined ? undefined : { fit };
    },
    { what: `a fitting text in ${selector}` },
  );
  return found.fit;
}

/** The source of a pattern of an amount in basis points. */
function basisPoints(points: string | RegExp): string {
  return messageWithin('detail.basisPoints', { points }).source;
}

async function termIs(page: Page, name: string, pattern: RegExp): Promise<void> {
  await until(async () => pattern.test(await page.evaluate(readTerm, name)), {
    what: `the term ${name} to be ${pattern}`,
  });
}

function valueOf(page: Page, selector: string): Promise<string | undefined> {
  return page.evaluate(
    (wanted) => document.querySelector<HTMLDataElement>(`[data-view="feed"] ${wanted}`)?.value,
    selector,
  );
}

// These run in the page, without access to this module.

function readTexts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((element) =>
    (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
  );
}

function readTerm(name: string): string {
  const term = [...document.querySelectorAll('[data-view="feed"] dt')].find(
    ({ textContent }) => textContent === name,
  );
  return (term?.nextElementSibling?.textContent ?? '').trim();
}

function recordCopies(): void {
  navigator.clipboard.writeText = (copied: string) => {
    document.documentElement.dataset['copied'] = copied;
    return Promise.resolve();
  };
}
