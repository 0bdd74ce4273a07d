import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { LOCAL_IDENTITY, trustInLocal } from '../price-service/test-signers.ts';
import { until } from '../tools/until.ts';
import { above, history } from './alert-rules.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { openProof, overflowOf, verdictOf, withChanged } from './proof-pages.ts';
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
  expect(receipt.bytes.length).toBeLessThan(64_000);
});

it('contains the licenses of the packages in its verifier', () => {
  const text = receipt.bytes.toString();
  for (const name of ['@noble/hashes', '@noble/secp256k1']) expect(text).toContain(`${name} `);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
});

it('holds when it is opened from disk, offline, and says who signed', async () => {
  const page = await openProof(popup, receipt.bytes.toString());
  expect(await verdictOf(page)).toBe('holds');
  const { text, signed, loaded } = await page.evaluate(readReceipt);
  expect(text).toContain(t('receipt.verdict.holdsText'));
  expect(text).toContain(t('alerts.event.roseAbove', { name: 'BTC/USD', level: '65,000' }));
  expect(text).toMatch(/66,000\.00\s+±12\.00/);
  expect(signed).toEqual(LOCAL_IDENTITY.keys.slice(0, 3).map((key) => `0x${key}`));
  expect(loaded).toEqual([]);
  await page.close();
});

it.each([
  ['a digit of the signed bytes', /(data-is="update">\s*[0-9a-f]{300})([0-9a-f])/],
  ['the shown price', /(data-is="price">66,00)(\d)/],
  ['a signer’s address', /(data-is="signer">0x)([0-9a-f])/],
])('does not hold once someone changes %s', async (_, place) => {
  const page = await openProof(popup, withChanged(receipt.bytes.toString(), place));
  expect(await verdictOf(page)).toBe('fails');
  const { text } = await page.evaluate(readReceipt);
  expect(text).toContain(t('receipt.verdict.failsText'));
  await page.close();
});

it('runs no script but its own', async () => {
  const changed = receipt.bytes
    .toString()
    .replace('</main>', '<script>document.title = "changed"</script></main>');
  const page = await openProof(popup, changed);
  expect(await verdictOf(page)).toBe('holds');
  expect(await page.title()).toBe(t('receipt.title', { name: 'BTC/USD' }));
  await page.close();
});

it.each(['light', 'dark'] as const)('is accessible in the theme %s', async (scheme) => {
  for (const changed of [receipt.bytes.toString(), receipt.bytes.toString().replace('66,0', '6')]) {
    const page = await openProof(popup, changed);
    await page.setViewport({ width: 380, height: 600 });
    await scene.browser.setColorScheme(page, scheme);
    await page.evaluate(() => document.querySelector('details')?.setAttribute('open', ''));
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.close();
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
  await click(popup, 'link', `${t('popup.alertsLink')} ${t('alerts.unseen', { count: 1 })}`);
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
  const signers = [...document.querySelectorAll('[data-signer][data-state="signed"] code')];
  return {
    text: document.body.innerText,
    signed: signers.map(({ textContent }) => textContent),
    loaded: performance.getEntriesByType('resource').map(({ name }) => name),
  };
}
