import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import FeedExportDialog from '@/components/export/feed-export-dialog.tsx';
import WatchlistExportDialog from '@/components/export/watchlist-export-dialog.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { writeCandleLine } from '@/lib/domain/history/candle-line.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { references } from '@/lib/storage/values/history.ts';
import { lastKnownPrices } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { receivedPrice } from '../../unit/background/feeds.ts';
import { setService } from '../../unit/domain/connection/services.ts';
import { proofOf } from '../../unit/proofs.ts';
import { BTC, ETH } from '../popup/popup-page.tsx';

const NOW_S = Math.floor(Date.now() / 1_000);
const TRUST = BUILT_IN_SIGNERS_VERSION;

let texts: string[] = [];
let strokes = 0;
let sizes: string[] = [];

/** Records what is drawn, as there is no canvas here. */
class FakeCanvas {
  constructor(width: number, height: number) {
    texts = [];
    strokes = 0;
    sizes.push(`${width} × ${height}`);
  }

  getContext() {
    const gradient = { addColorStop: () => undefined };
    return new Proxy<Record<string, unknown>>(
      {
        measureText: (text: string) => ({ width: text.length * 10 }),
        fillText: (text: string) => texts.push(text),
        stroke: () => (strokes += 1),
        createLinearGradient: () => gradient,
      },
      { get: (target, name) => target[String(name)] ?? (() => undefined) },
    );
  }

  async convertToBlob() {
    return new Blob(['png'], { type: 'image/png' });
  }
}

class FakePath {
  lineTo(): void {}
}

beforeEach(async () => {
  sizes = [];
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('Path2D', FakePath);
  await watchlist.setValue([BTC, ETH]);
  await followedFeeds.setValue({
    [BTC]: { display_symbol: 'BTC/USD', description: 'BITCOIN / US DOLLAR', asset_type: 'Crypto' },
    [ETH]: { display_symbol: 'ETH/USD', asset_type: 'Crypto' },
  });
});

afterEach(() => vi.unstubAllGlobals());

async function storePrice(proof: Proof, age = 5): Promise<void> {
  const price: StoredPrice = { ...receivedPrice('8130326', NOW_S - age), proof };
  await lastKnownPrices.setValue({ [BTC]: price });
  const time = referenceTime('24h', NOW_S);
  const past = writePastPrice({ time, price: '8030745', expo: -2, trust: TRUST });
  await references['24h'].setValue({ [BTC]: past });
}

const drawn = () => texts.join('|');

async function openFeed() {
  render(<FeedExportDialog id={BTC} symbol="BTC/USD" onClose={() => undefined} />);
  await screen.findByRole('img', { name: t('picture.preview') });
}

async function drawAgain() {
  await userEvent.click(screen.getByRole('radio', { name: '720 × 168' }));
  await waitFor(() => expect(sizes).toHaveLength(2));
  await userEvent.click(screen.getByRole('radio', { name: '1,200 × 630' }));
  await waitFor(() => expect(sizes).toHaveLength(3));
}

describe('the picture of a feed', () => {
  it('has its name, price, change and time, and who verified it', async () => {
    await storePrice(proofOf('verified', TRUST));
    await openFeed();
    expect(sizes).toEqual(['1200 × 630']);
    expect(texts.slice(0, 2)).toEqual(['BTC', '/USD']);
    expect(drawn()).toContain('81,303.');
    expect(drawn()).toContain('+995.81 (+1.24%)| in 24 hours');
    expect(drawn()).toContain('Verified by 3 of 5 signers');
    expect(drawn()).toContain(String(new Date().getFullYear()));
    expect(drawn()).toContain('Pricelight');
  });

  it('can be a row', async () => {
    await storePrice(proofOf('verified', TRUST));
    await openFeed();
    await userEvent.click(screen.getByRole('radio', { name: '720 × 168' }));
    await waitFor(() => expect(sizes.at(-1)).toBe('720 × 168'));
    expect(drawn()).toContain('+1.24%| in 24 hours');
    // With all signers, its footer would be too small to read here.
    expect(drawn()).toContain('|Verified| · |');
  });

  it('draws the stored line of the day, which shows the change', async () => {
    await storePrice(proofOf('verified', TRUST));
    await openFeed();
    const without = strokes;
    const points = Array.from({ length: 48 }, (_, at) => 8_030_745n + BigInt(at * 2_000));
    const line = writeCandleLine({ lastStart: NOW_S - 1_800, expo: -2, points });
    await candleLines.setValue({ [BTC]: line });
    await drawAgain();
    // Without it, only the level where the change starts.
    await waitFor(() => expect(strokes).toBe(without + 1));
  });

  it('says what is not verified or stale, and never names the user’s own service', async () => {
    await setService({ baseUrl: 'https://secret.example/token', headers: [] });
    await storePrice(proofOf('unchecked', TRUST), 9_000);
    await openFeed();
    expect(drawn()).toContain('Not verified');
    expect(drawn()).toContain('Own price service');
    expect(drawn()).not.toContain('secret');
    expect(drawn()).not.toContain('Verified by');
  });

  it('says that sample prices are not real, and that nobody verified them', async () => {
    const price = receivedPrice('8130326', NOW_S - 5);
    await lastKnownPrices.setValue({ [BTC]: { ...price, isSample: true } });
    await openFeed();
    expect(drawn()).toContain(t('samples.title'));
    expect(drawn()).not.toContain('erified');
    expect(drawn()).not.toContain('Prices from');
  });
});

it('the picture of the list has a row for each feed', async () => {
  await storePrice(proofOf('verified', TRUST));
  render(<WatchlistExportDialog onClose={() => undefined} />);
  await screen.findByRole('img', { name: t('picture.preview') });
  expect(sizes).toEqual(['720 × 292']);
  expect(drawn()).toContain('BTC|/USD');
  expect(drawn()).toContain('ETH|/USD');
});
