import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { labelled } from '../../lib/base/locale/labelled.ts';
import { t } from '../../lib/base/locale/t.ts';
import { writeCandleLine } from '../../lib/domain/history/candle-line.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, chooseInDetail, click, priceOf, says } from './controls.ts';
import { BTC_USD, LISTED_SYMBOLS } from './feeds.ts';
import { recordSavedFiles, savedFile } from './saved-files.ts';
import { isShortened, startScene, type Scene } from './scene.ts';

const LONGEST_SIDE = 16_384;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal() });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the watchlist', () => {
  it.each([
    ['light', (color: number) => color === 255],
    ['dark', (color: number) => color < 32],
  ] as const)(
    'can be exported as a picture with a row for each feed, in the theme %s',
    async (scheme, fits) => {
      await priceOf(await scene.openPopup(), 'BTC/USD');
      const options = await scene.openOptions('#data');
      await scene.browser.setColorScheme(options, scheme);
      await openDialogOn(options);
      expect(await madePicture(options)).toEqual({
        width: 720,
        height: 44 + 124 * LISTED_SYMBOLS.length,
      });
      expect((await cornerColor(options)).every(fits)).toBe(true);
    },
  );

  it('can be saved as a PNG file and copied to the clipboard', async () => {
    const options = await openWatchlistExport();
    const { width, height } = await madePicture(options);
    await click(options, 'button', t('picture.saveButton'));
    const { name, bytes } = await savedFile(options);
    expect(name).toMatch(/^pricelight_watchlist_picture_\d{8}T\d{6}Z\.png$/);
    expect(bytes.subarray(0, 8)).toEqual(PNG);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    await says(options, t('export.openButton'), messagePattern('export.saved', { names: name }));
    await click(options, 'button', t('picture.copyButton'));
    await says(options, t('export.openButton'), messagePattern('common.copied'));
  });

  it('is drawn smaller, with a note, if it exceeds the size of a canvas', async () => {
    const before = await scene.browser.storageGet('local', 'watchlist');
    const many = Array.from({ length: 240 }, (_, n) => n.toString(16).padStart(64, '0'));
    await scene.browser.storageSet('local', { watchlist: many });
    try {
      const options = await openWatchlistDialog();
      await says(options, t('picture.dimensionsLabel'), messageWithin('picture.reduced'));
      const { width, height } = await madePicture(options);
      expect(height).toBe(LONGEST_SIDE);
      expect(width).toBeLessThan(720);
      expect(width).toBeGreaterThan(360);
    } finally {
      await scene.browser.storageSet('local', { watchlist: before ?? null });
    }
  });
});

describe('one feed', () => {
  it.skipIf(isShortened())('can be exported as a card with its line', async () => {
    // The card shows a line only with the change.
    const list = await scene.openPopup();
    await list.locator('li:first-child [data-part="change"]:not([data-way="none"])').wait();
    const points = Array.from({ length: 48 }, (_, at) => 6_431_245n + BigInt(at * 1_000));
    const lastStart = Math.floor(Date.now() / 1_000) - 1_800;
    const line = writeCandleLine({ lastStart, expo: -2, points });
    await scene.browser.storageSet('local', { candleLines: { [BTC_USD]: line } });
    const popup = await openFeed();
    await openExportOf(popup);
    expect(await madePicture(popup)).toEqual({ width: 1_200, height: 630 });
    await until(async () => (await huedPixelsIn(popup)) > 1_000, { what: 'the line' });
    await click(popup, 'radio', '720 × 168');
    await until(async () => (await madePicture(popup)).width === 720, { what: 'a row' });
  });

  it('can be exported as a table of prices, which is in the link itself if it is small', async () => {
    const popup = await openFeedExport();
    await click(popup, 'button', labelled(t('chart.prices'), 'CSV'));
    const { name, bytes, isInline } = await savedFile(popup);
    // The longer the test takes, the more prices there are.
    const link = 'data:text/csv;charset=utf-8;base64,'.length + 4 * Math.ceil(bytes.length / 3);
    expect(isInline).toBe(link < 2_048);
    expect(name).toMatch(/^pricelight_BTC-USD_prices_\d{8}T\d{6}Z\.csv$/);
    const [header, ...lines] = bytes.toString().slice(1).trimEnd().split('\r\n');
    expect(header).toBe(
      'publish_time,publish_time_unix,price,confidence,ema_price,ema_confidence,verified',
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(
        /^\d{4}-\d\d-\d\dT[\d:]+Z,\d+,\d+\.\d{8},\d+\.\d{8},\d+\.\d{8},\d+\.\d{8},(?:yes|no)$/,
      );
    }
  });

  it('has a proof that the extension can check', async () => {
    const popup = await openFeedExport();
    await click(popup, 'button', labelled(t('proof.title'), t('proofFile.saveButton')));
    const { name, bytes } = await savedFile(popup);
    expect(name).toMatch(/^pricelight_BTC-USD_proof_\d{8}T\d{6}Z\.json$/);
    const options = await scene.openOptions('#check-file');
    const file = join(await mkdtemp(join(tmpdir(), 'pricelight-proof-')), name);
    await writeFile(file, bytes);
    const field = await options.waitForSelector('#check-file input');
    await (field as ElementHandle<HTMLInputElement>).uploadFile(file);
    await says(options, t('proof.title'), messageWithin('proofFile.verdict.valid'));
    expect(await faultsOf(options)).toEqual([]);
  });
});

async function openWatchlistExport(): Promise<Page> {
  // Prices are stored once a page was open.
  await priceOf(await scene.openPopup(), 'BTC/USD');
  return openWatchlistDialog();
}

async function openWatchlistDialog(): Promise<Page> {
  const options = await scene.openOptions('#data');
  await openDialogOn(options);
  return options;
}

async function openDialogOn(options: Page): Promise<void> {
  await recordSavedFiles(options);
  await click(options, 'button', t('export.openButton'));
  await appears(options, 'dialog', t('export.watchlist.title'));
}

async function openFeedExport(): Promise<Page> {
  const popup = await openFeed();
  await openExportOf(popup);
  return popup;
}

async function openFeed(): Promise<Page> {
  const popup = await scene.openPopup(`#feed/${BTC_USD}`);
  await recordSavedFiles(popup);
  await popup.locator('[data-view="feed"] h1').wait();
  return popup;
}

async function openExportOf(popup: Page): Promise<void> {
  await chooseInDetail(popup, 'BTC/USD', t('export.openButton'));
  await appears(popup, 'dialog', t('export.title', { symbol: 'BTC/USD' }));
}

interface Size {
  width: number;
  height: number;
}

/** Waits for the picture and returns its size. */
async function madePicture(page: Page): Promise<Size> {
  return until(
    () =>
      page.evaluate(() => {
        const image = document.querySelector<HTMLImageElement>('[data-part="preview"] img');
        if (!image?.complete || image.naturalWidth === 0) return undefined;
        return { width: image.naturalWidth, height: image.naturalHeight };
      }),
    { what: 'a picture' },
  );
}

/** Red, green and blue of the picture's first pixel. */
async function cornerColor(page: Page): Promise<number[]> {
  await madePicture(page);
  return page.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>('[data-part="preview"] img')!;
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return Array.from(context.getImageData(0, 0, 1, 1).data).slice(0, 3);
  });
}

/** How many pixels below the change and above the footer have a hue: those of the line. */
async function huedPixelsIn(page: Page): Promise<number> {
  return page.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>('[data-part="preview"] img')!;
    const context = new OffscreenCanvas(1_200, 630).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 300, 1_200, 260);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const color = data.slice(at, at + 3);
      if (Math.max(...color) - Math.min(...color) > 60) count += 1;
    }
    return count;
  });
}
