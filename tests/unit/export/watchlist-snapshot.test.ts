import { beforeEach, describe, expect, it } from 'vitest';
import { readWatchlist } from '../../../lib/export/watchlist-snapshot.ts';
import { referenceTime } from '../../../lib/history/time-grid.ts';
import { writePastPrice } from '../../../lib/history/past-price.ts';
import { clockSkew } from '../../../lib/storage/clock.ts';
import { references } from '../../../lib/storage/history.ts';
import { BUILT_IN_SIGNERS_VERSION } from '../../../lib/signed-updates/built-in-version.ts';
import { lastKnownPrices, type Proof, type StoredPrice } from '../../../lib/storage/prices.ts';
import { signatures } from '../../../lib/storage/settings.ts';
import { watchlist } from '../../../lib/storage/watchlist.ts';
import { feed, NOW } from './backups.ts';
import { proofOf } from '../proofs.ts';

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
  await clockSkew.setValue({ ...clockSkew.fallback, skewMs: 65_000, isNoticed: true });
  expect((await readWatchlist(NOW)).atMs).toBe(NOW - 65_000);
});
