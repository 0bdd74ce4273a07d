import { beforeEach, describe, expect, it } from 'vitest';
import { readLines } from '@/lib/pages/export/chart-lines.ts';
import { readWatchlist } from '@/lib/pages/export/watchlist-snapshot.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { references, sparklines } from '@/lib/storage/values/history.ts';
import { writeSpark } from '@/lib/domain/history/spark.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { lastAskedAt, lastKnownPrices } from '@/lib/storage/values/prices.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { signatures, staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { feed, NOW } from './backups.ts';
import { proofOf } from '../../proofs.ts';

const ID = feed('a');
const TRUST = BUILT_IN_SIGNERS_VERSION;
const VERIFIED = proofOf('verified', TRUST);
const UNCHECKED = proofOf('unchecked', TRUST);

function priceWith(proof: Proof): StoredPrice {
  return {
    price: '110',
    conf: '1',
    expo: 0,
    publishTime: NOW / 1_000,
    emaPrice: '110',
    emaConf: '1',
    emaExpo: 0,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: NOW,
    direction: 1,
    proof,
  };
}

async function changeWith(
  proof: Proof,
  pastTrust: string | null,
): Promise<string | null | undefined> {
  const time = referenceTime('24h', NOW / 1_000);
  const past = writePastPrice({ time, price: '100', expo: 0, trust: pastTrust });
  await references['24h'].setValue({ [ID]: past });
  await lastKnownPrices.setValue({ [ID]: priceWith(proof) });
  const { feeds } = await readWatchlist(NOW);
  return feeds[0]?.changePercent;
}

beforeEach(() => watchlist.setValue([ID]));

describe('the change in an export', () => {
  it('is calculated from the stored reference price', async () => {
    expect(await changeWith(UNCHECKED, null)).toBe('10.00');
  });

  it('is left out, as in the list, if verification is required and missing', async () => {
    await signatures.setValue('require');
    expect(await changeWith(VERIFIED, TRUST)).toBe('10.00');
    expect(await changeWith(VERIFIED, null)).toBeNull();
    expect(await changeWith(VERIFIED, 'other')).toBeNull();
    expect(await changeWith({ ...VERIFIED, trust: 'other' }, TRUST)).toBeNull();
    expect(await changeWith(UNCHECKED, TRUST)).toBeNull();
  });
});

it('has the corrected time if the local clock is off', async () => {
  await clockSkew.setValue({ ...clockSkew.fallback, skewMs: -65_000 });
  expect((await readWatchlist(NOW)).atMs).toBe(NOW + 65_000);
});

describe('a display currency', () => {
  const RATE = feed('b');

  beforeEach(async () => {
    await signatures.setValue('show');
    await clockSkew.setValue(clockSkew.fallback);
    await lastAskedAt.setValue(NOW);
    await staleLimitSeconds.setValue(60);
    await followedFeeds.setValue({
      [ID]: { asset_type: 'Crypto', display_symbol: 'AAA/USD', quote_currency: 'USD' },
      [RATE]: { asset_type: 'FX', display_symbol: 'EUR/USD', base: 'EUR', quote_currency: 'USD' },
    });
    await currencyFeeds.setValue({ EUR: { id: RATE, isInverse: false } });
    const rate = { ...priceWith(UNCHECKED), price: '125', conf: '0', expo: -2 };
    await lastKnownPrices.setValue({
      [ID]: { ...priceWith(VERIFIED), price: '110', conf: '0' },
      [RATE]: { ...rate, emaPrice: '1', emaExpo: 0, publishTime: NOW / 1_000 - 90 },
    });
    const time = referenceTime('24h', NOW / 1_000);
    await references['24h'].setValue({
      // 100 dollars at 1.00 dollar a euro.
      [ID]: writePastPrice({ time, price: '100', expo: 0, trust: TRUST }),
      [RATE]: writePastPrice({ time, price: '1', expo: 0, trust: TRUST }),
    });
  });

  async function read() {
    const { currency, feeds } = await readWatchlist(NOW);
    return { currency, feed: feeds[0] };
  }

  it('converts the price and its change; both are as good as the worst of the parts', async () => {
    await displayCurrency.setValue('EUR');
    const { currency, feed: listed } = await read();
    expect(currency).toBe('EUR');
    expect(toDecimalString(toDecimal(listed!.price!.price, listed!.price!.expo)!)).toBe(
      '88.0000000000000',
    );
    expect(listed).toMatchObject({
      convertedTo: 'EUR',
      changePercent: '-12.00',
      price: { publishTime: NOW / 1_000 - 90, proof: { state: 'unchecked' } },
      parts: [
        { symbol: 'AAA/USD', currency: 'USD', price: { price: '110' }, condition: null },
        { symbol: 'EUR/USD', currency: 'USD', price: { price: '125' }, condition: 'stale' },
      ],
    });
  });

  it('shows no price without the rate, but keeps the quoted one', async () => {
    await displayCurrency.setValue('EUR');
    await lastKnownPrices.setValue({ [ID]: priceWith(VERIFIED) });
    const { feed: listed } = await read();
    expect(listed).toMatchObject({ price: null, convertedTo: 'EUR', changePercent: null });
    expect(listed?.parts).toMatchObject([{ price: { price: '110' } }, { price: null }]);
  });
});

it('draws the lines of sample prices although signatures are required', async () => {
  const hour = Math.floor(NOW / 3_600_000);
  const points = Array.from({ length: 24 }, (_, at) => BigInt(90 + at));
  const spark = writeSpark({ firstHour: hour - 23, expo: 0, points, requiredTrust: null });
  await displayCurrency.setValue(null);
  await areSamplesShown.setValue(true);
  await sparklines.setValue({ [ID]: spark });
  const { proof: _, ...sample } = priceWith(UNCHECKED);
  await lastKnownPrices.setValue({ [ID]: { ...sample, isSample: true } });
  const time = referenceTime('24h', NOW / 1_000);
  await references['24h'].setValue({
    [ID]: writePastPrice({ time, price: '100', expo: 0, trust: null }),
  });
  const lines = async () => (await readLines(await readWatchlist(NOW))).get(ID)?.points.length;
  await signatures.setValue('show');
  expect(await lines()).toBe(26);
  await signatures.setValue('require');
  expect(await lines()).toBe(26);
});
