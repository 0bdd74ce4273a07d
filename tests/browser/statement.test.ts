import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, priceOf, viewButton } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { openProof, overflowOf, verdictOf, withData } from './proof-pages.ts';
import { recordSavedFiles, savedFile, type SavedFile } from './saved-files.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;
let popup: Page;
let statement: SavedFile;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  scene.service.setPrice(BTC_USD, { price: '6400000000000', conf: '1200000000', expo: -8 });
  scene.service.setPrice(ETH_USD, { price: '350000000000', conf: '100000000', expo: -8 });
  await scene.connect();
  await scene.browser.storageSet('local', {
    trust: trustInLocal(),
    holdings: {
      [BTC_USD]: { quantity: '2.5', cost: null },
      [ETH_USD]: { quantity: '-10', cost: null },
    },
  });
  popup = await scene.openPopup();
  await priceOf(popup, 'BTC/USD', (value) => value === '64000.00000000');
  await openDialog();
  await recordSavedFiles(popup);
  await click(popup, 'button', t('statement.htmlButton'));
  statement = await savedFile(popup);
});

afterAll(() => scene?.end());

it('is chosen in an accessible dialog', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await scene.browser.setColorScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);
  }
});

it('is one file, named after what it is about', () => {
  expect(statement.name).toMatch(/^pricelight_watchlist_statement_\d{8}T\d{6}Z\.html$/);
});

it('computes its values when it is opened from disk, offline', async () => {
  const page = await openProof(popup, statement.bytes.toString());
  // By signers that the user added: this file alone cannot confirm them.
  expect(await verdictOf(page)).toBe('unconfirmed');
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).toContain(t('receipt.owner.title'));
  // 2.5 × 64,000 and −10 × 3,500, with their errors added in quadrature.
  expect(text).toMatch(/160,000\s+±30\.00/);
  expect(text).toMatch(/125,000\s+±31\.63/);
  expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBe(0);
  await page.close();
});

it('shows no second statement and no total that does not follow', async () => {
  const lie = '<ul class="lines"><li data-line>9 BTC</li></ul><p data-total>1,000,000</p>';
  const changed = statement.bytes.toString().replace('<body>', `<body>${lie}`);
  const page = await openProof(popup, changed.replace('"quantity":"2.5"', '"quantity":"3"'));
  await until(async () => (await page.$('main[data-drawn]')) !== null, { what: 'the drawn page' });
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).not.toContain('1,000,000');
  expect(text).toContain('157,000');
  await page.close();
});

it.each(['light', 'dark'] as const)('is accessible in the theme %s', async (scheme) => {
  for (const changed of [
    statement.bytes.toString(),
    withData(statement.bytes.toString(), () => ({})),
  ]) {
    const page = await openProof(popup, changed);
    await page.setViewport({ width: 380, height: 600 });
    await scene.browser.setColorScheme(page, scheme);
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.close();
  }
});

it('is also a table', async () => {
  await popup.bringToFront();
  await click(popup, 'button', t('statement.csvButton'));
  const table = await savedFile(popup);
  expect(table.bytes.toString()).toContain('BTC/USD,');
  expect(table.bytes.toString()).toContain(',2.5,160000');
});

it('can be of an earlier time', async () => {
  await popup.$eval('input[type="datetime-local"]', setTwoHoursEarlier);
  await click(popup, 'button', t('statement.getButton'));
  await until(
    () => scene.service.requests.some(({ path }) => /\/v2\/updates\/price\/\d+$/.test(path)),
    { what: 'a request for that time' },
  );
  await appears(popup, 'button', t('statement.csvButton'));
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

async function openDialog(): Promise<void> {
  await click(popup, 'button', viewButton());
  await click(popup, 'menuitem', t('statement.openItem'));
  await appears(popup, 'button', t('statement.htmlButton'));
}

// Runs in the page.
function setTwoHoursEarlier(field: Element): void {
  const input = field as HTMLInputElement;
  const earlier = Temporal.PlainDateTime.from(input.value).subtract({ hours: 2 });
  // React ignores a change by the element's own property.
  Reflect.set(
    HTMLInputElement.prototype,
    'value',
    earlier.toString({ smallestUnit: 'second' }),
    input,
  );
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
