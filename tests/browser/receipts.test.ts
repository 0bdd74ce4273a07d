import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { LOCAL_IDENTITY, trustInLocal } from '../price-service/test-signers.ts';
import { until } from '../tools/until.ts';
import { above, history } from './alert-rules.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { openProof, overflowOf, verdictOf, withData } from './proof-pages.ts';
import { recordSavedFiles, savedFile, type SavedFile } from './saved-files.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;
let popup: Page;
let receipt: SavedFile;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  await scene.connect();
  await scene.browser.storageSet('local', {
    trust: trustInLocal(),
    alerts: [above('level', BTC_USD, '65000')],
  });
  receipt = await saveReceipt();
});

afterAll(() => scene?.end());

it('is one file, named after its feed', () => {
  expect(receipt.name).toMatch(/^pricelight_BTC-USD_receipt_\d{8}T\d{6}Z\.html$/);
  expect(receipt.bytes.length).toBeLessThan(128_000);
});

it('contains the licenses of the packages in its verifier', () => {
  const text = receipt.bytes.toString();
  for (const name of ['@noble/hashes', 'zod']) expect(text).toContain(`${name} `);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
});

it('draws what it checked when it is opened from disk, offline, and says who signed', async () => {
  const page = await openProof(popup, receipt.bytes.toString());
  // By signers that the user added: this file alone cannot confirm them.
  expect(await verdictOf(page)).toBe('unconfirmed');
  const { text, signed, loaded } = await page.evaluate(readReceipt);
  expect(text).toContain(t('receipt.verdict.unconfirmedText'));
  expect(text).toContain(t('alerts.event.roseAbove', { name: 'BTC/USD', level: '65,000' }));
  expect(text).toMatch(/66,000\.00\s+±12\.00/);
  expect(signed).toEqual(LOCAL_IDENTITY.keys.slice(0, 3).map((key) => `0x${key}`));
  expect(loaded).toEqual([]);
  await page.close();
});

const LIE = '<p data-verdict data-state="holds">Holds 312,000</p>';

it.each([
  ['a false figure beside the true one', (text: string) => text.replace('<body>', `<body>${LIE}`)],
  ['a second page', (text: string) => `${text}<main>${LIE}</main>`],
  ['a style', (text: string) => text.replace('<body>', `<body><style>*{color:red}</style>${LIE}`)],
  [
    'a script',
    (text: string) => text.replace('<body>', `<body><script>document.title="Lie"</script>${LIE}`),
  ],
  [
    'elements named like methods',
    (text: string) =>
      text.replace(
        '<body>',
        `<body><img name="querySelectorAll"><img name="replaceChildren"><img name="documentElement">${LIE}`,
      ),
  ],
  [
    'a handler',
    (text: string) => text.replace('<body>', `<body onload="document.title='Lie'">${LIE}`),
  ],
])('draws the same page whoever adds %s', async (_, change) => {
  const genuine = await openProof(popup, receipt.bytes.toString());
  await verdictOf(genuine);
  const expected = await genuine.evaluate(() => document.documentElement.innerText);
  const changed = change(receipt.bytes.toString());
  expect(changed).not.toBe(receipt.bytes.toString());
  const page = await openProof(popup, changed);
  await until(async () => (await page.$('main[data-drawn]')) !== null, { what: 'the drawn page' });
  expect(await page.evaluate(() => document.documentElement.innerText)).toBe(expected);
  expect(await page.title()).toBe(t('receipt.heading'));
  await page.close();
  await genuine.close();
});

it('does not hold with other bytes, and is damaged with two blocks of data', async () => {
  const other = receipt.bytes
    .toString()
    .replace(
      /("update":"[\w+/=]{400})(\w)/,
      (_, start, digit) => `${start}${digit === 'A' ? 'B' : 'A'}`,
    );
  const two = `${receipt.bytes.toString()}<script type="application/json">{}</script>`;
  for (const [changed, verdict] of [
    [other, 'fails'],
    [two, 'damaged'],
  ] as const) {
    const page = await openProof(popup, changed);
    expect(await verdictOf(page)).toBe(verdict);
    const { text } = await page.evaluate(readReceipt);
    expect(text).not.toContain('66,000');
    await page.close();
  }
});

it.each(['light', 'dark'] as const)('is accessible in the theme %s', async (scheme) => {
  const damaged = withData(receipt.bytes.toString(), () => ({}));
  for (const changed of [receipt.bytes.toString(), damaged]) {
    const page = await openProof(popup, changed);
    await page.setViewport({ width: 380, height: 600 });
    await scene.browser.setColorScheme(page, scheme);
    await page.evaluate(() => document.querySelector('details')?.setAttribute('open', ''));
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.close();
  }
});

it('is checked by the extension itself, which knows the signers that the user trusts', async () => {
  const options = await scene.openOptions('#check-file');
  const field = await until(async () => (await options.$('input[type="file"]')) ?? undefined, {
    what: 'the field for a file',
  });
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-check-'));
  try {
    const path = join(folder, receipt.name);
    await writeFile(path, receipt.bytes.toString().replace('<body>', `<body>${LIE}`));
    await field.uploadFile(path);
    const frame = await until(async () => (await options.$('iframe')) ?? undefined, {
      what: 'the result',
    });
    const page = await frame.contentFrame();
    await until(async () => (await page.$('[data-verdict]')) !== null, { what: 'the verdict' });
    const text = await page.evaluate(() => document.body.innerText);
    expect(text).toContain(t('receipt.verdict.holds'));
    expect(text).toContain(t('receipt.signers.trusted'));
    expect(text).toMatch(/66,000\.00\s+±12\.00/);
    expect(text).not.toContain('312,000');
    expect(await overflowOf(options)).toBe(0);
    expect(await faultsOf(options)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
    await options.close();
  }
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

/** Has an alert triggered by a signed price, and saves its receipt from the list. */
async function saveReceipt(): Promise<SavedFile> {
  popup = await scene.openPopup();
  await until(
    async () => {
      setPrice('6400000000000');
      return scene.service.openStreams() > 0;
    },
    { what: 'a stream' },
  );
  await priceOf(popup, 'BTC/USD', (value) => value === '64000.00000000');
  await until(
    async () => {
      setPrice('6400000000000');
      setPrice('6600000000000');
      return (await history(scene)).length > 0;
    },
    { what: 'a firing' },
  );
  await click(popup, 'link', `${t('alerts.title')} ${t('alerts.unseen', { count: 1 })}`);
  await appears(popup, 'region', t('alerts.inboxTitle'));
  await recordSavedFiles(popup);
  const name = t('alerts.event.roseAbove', { name: 'BTC/USD', level: '65,000' });
  await click(popup, 'button', t('row.menuLabel', { name }));
  await click(popup, 'menuitem', t('receipt.saveButton'));
  return savedFile(popup);
}

function setPrice(price: string): void {
  scene.service.setPrice(BTC_USD, { price, conf: '1200000000', expo: -8 });
}

// Runs in the page.
function readReceipt() {
  const signers = [...document.querySelectorAll('.signers li:has(b) code')];
  return {
    text: document.body.innerText,
    signed: signers.map(({ textContent }) => textContent),
    loaded: performance.getEntriesByType('resource').map(({ name }) => name),
  };
}
