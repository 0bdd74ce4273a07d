import { beforeEach, describe, expect, it } from 'vitest';
import { readWatchlist } from '../../../lib/export/watchlist-snapshot.ts';
import { referenceMoment } from '../../../lib/history/moments.ts';
import { writePastPrice } from '../../../lib/history/past-price.ts';
import { clockSkew } from '../../../lib/storage/clock.ts';
import { references } from '../../../lib/storage/history.ts';
import { lastKnownPrices, type Proof, type StoredPrice } from '../../../lib/storage/prices.ts';
import { signatures } from '../../../lib/storage/settings.ts';
import { watchlist } from '../../../lib/storage/watchlist.ts';
import { feed, NOW } from './backups.ts';

const ID = feed('a');
const VERIFIED: Proof = { state: 'verified', text: '3 of 5' };
const UNVERIFIED: Proof = { state: 'unverified', text: 'Not enough signers.' };

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

async function changeWith(proof: Proof, wasVerified: boolean): Promise<string | null | undefined> {
  const moment = referenceMoment('24h', NOW / 1_000);
  const past = writePastPrice({ moment, price: '100', expo: 0, verified: wasVerified });
  await references['24h'].setValue({ [ID]: past });
  await lastKnownPrices.setValue({ [ID]: priceWith(proof) });
  const { feeds } = await readWatchlist(NOW);
  return feeds[0]?.changePercent;
}

beforeEach(() => watchlist.setValue([ID]));

describe('the change in an export', () => {
  it('is that against the kept price of the moment', async () => {
    expect(await changeWith(UNVERIFIED, false)).toBe('10.00');
  });

  it('is left out, as in the list, where proofs are required and one is missing', async () => {
    await signatures.setValue('require');
    expect(await changeWith(VERIFIED, true)).toBe('10.00');
    expect(await changeWith(VERIFIED, false)).toBeNull();
    expect(await changeWith(UNVERIFIED, true)).toBeNull();
  });
});

it('has corrected time where the local clock is off', async () => {
  await clockSkew.setValue({ ...clockSkew.fallback, skewMs: 65_000, isNoticed: true });
  expect((await readWatchlist(NOW)).atMs).toBe(NOW - 65_000);
});
