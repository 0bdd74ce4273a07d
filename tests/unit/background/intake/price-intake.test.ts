import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import type { Alerts } from '@/lib/background/alerts/evaluator.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { createPriceIntake, type PriceIntake } from '@/lib/background/intake/price-intake.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import {
  BUILT_IN_SIGNERS_VERSION,
  DEFAULT_TRUST_SETTINGS,
} from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { failedChecks, lastAskedAt, lastKnownPrices } from '@/lib/storage/values/prices.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { latestKey, readLatest } from '../../../tools/latest-price.ts';
import { BTC, ETH, judgedPrice } from '../feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const TRUST = BUILT_IN_SIGNERS_VERSION;

const proof = (state: Proof['state'], trust = TRUST): Proof => proofOf(state, trust);

/** An intake that follows these feeds. */
async function following(
  ids: readonly string[],
  ...[onStored = () => {}, ...others]: Partial<Parameters<typeof createPriceIntake>>
): Promise<PriceIntake> {
  const intake = createPriceIntake(onStored, ...others);
  await intake.setWatchlist(ids);
  return intake;
}

/** What the judge gives for a price of BTC whose signatures are wrong. */
const FAILED: JudgedPrice = {
  id: BTC,
  price: null,
  failure: { reason: BAD_SIGNATURE, trust: TRUST },
};
/** Alerts that watch all feeds and never have anything to save. */
function alertsOf(evaluate: Alerts['evaluate']): Alerts {
  const records = { isWaiting: () => false, unsaved: () => ({}), markSaved: () => {} };
  return { watches: () => true, evaluate, records } as unknown as Alerts;
}

const readStored = async (...ids: string[]) => readLatestPrices(ids, TRUST);

describe('createPriceIntake', () => {
  it('stores only feeds of the watchlist, and reports those that changed', async () => {
    const onStored = vi.fn();
    const intake = await following([BTC], onStored);
    await intake.store([judgedPrice(BTC, '1', NOW_S), judgedPrice(ETH, '2', NOW_S)], NOW_MS);
    expect([...(await readStored(BTC, ETH)).keys()]).toEqual([BTC]);
    expect(onStored).toHaveBeenCalledExactlyOnceWith([BTC]);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS);
  });

  it('judges publish times by the corrected clock', async () => {
    const slowMs = 20 * 3_600_000;
    const intake = await following(
      [BTC],
      () => {},
      undefined,
      () => -slowMs,
    );
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS - slowMs);
    expect(intake.prices.get(BTC)).toMatchObject({ price: '1' });
    await intake.store([judgedPrice(BTC, '2', NOW_S + 86_401)], NOW_MS - slowMs);
    expect(intake.prices.get(BTC)).toMatchObject({ price: '1' });
  });

  it('deletes the stored price of a removed feed, and no other', async () => {
    const intake = await following([BTC, ETH]);
    await intake.store([judgedPrice(BTC, '1', NOW_S), judgedPrice(ETH, '2', NOW_S)], NOW_MS);
    await intake.setWatchlist([ETH]);
    expect([...intake.prices.keys()]).toEqual([ETH]);
    expect([...(await readStored(BTC, ETH)).keys()]).toEqual([ETH]);
  });

  it('writes nothing for an answer without news within the same second', async () => {
    const onStored = vi.fn();
    const intake = await following([BTC], onStored);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS + 400);
    expect(onStored).toHaveBeenCalledTimes(1);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS + 1_400);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS + 1_400);
  });

  it('continues from what an earlier worker stored', async () => {
    const first = await following([BTC]);
    await first.store([judgedPrice(BTC, '2', NOW_S)], NOW_MS);
    const second = await following([BTC]);
    await second.store([judgedPrice(BTC, '1', NOW_S - 10)], NOW_MS);
    expect(second.prices.get(BTC)?.price).toBe('2');
  });

  it('saves the first prices of a session at once, later ones every 5 min, whichever worker has them', async () => {
    const intake = await following([BTC]);
    const kept = async () => (await lastKnownPrices.getValue())[BTC]?.price;
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    expect(await kept()).toBe('1');
    const next = await following([BTC]);
    await next.store([judgedPrice(BTC, '2', NOW_S + 299)], NOW_MS + 299_000);
    expect(await kept()).toBe('1');
    await next.store([judgedPrice(BTC, '3', NOW_S + 300)], NOW_MS + 300_000);
    expect(await kept()).toBe('3');
  });

  it('saves alert states every 30 s', async () => {
    let isUnsaved = true;
    const alerts = {
      watches: () => false,
      records: {
        isWaiting: () => false,
        unsaved: () => (isUnsaved ? { 'local-states': 1 } : {}),
        markSaved: () => void (isUnsaved = false),
      },
    } as unknown as Alerts;
    const intake = await following([BTC], () => {}, alerts);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    isUnsaved = true;
    const saved = vi.spyOn(fakeBrowser.storage.local, 'set');
    await intake.store([judgedPrice(BTC, '2', NOW_S + 29)], NOW_MS + 29_000);
    expect(saved).not.toHaveBeenCalled();
    await intake.store([judgedPrice(BTC, '3', NOW_S + 30)], NOW_MS + 30_000);
    expect(saved).toHaveBeenLastCalledWith({ 'local-states': 1 });
  });

  it('starts from the last-known prices if the session has none', async () => {
    const first = await following([BTC]);
    await first.store([judgedPrice(BTC, '2', NOW_S)], NOW_MS);
    await first.saveLastKnown();
    await fakeBrowser.storage.session.clear();
    const second = await following([BTC]);
    expect(second.prices.get(BTC)?.price).toBe('2');
    expect((await readStored(BTC)).get(BTC)?.price).toBe('2');
  });

  it('continues in memory if storage fails, and reports it', async () => {
    const onStored = vi.fn();
    const intake = await following([BTC], onStored);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    const full = new Error('QUOTA_BYTES quota exceeded');
    const set = vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(full);
    const taken = intake.store([judgedPrice(BTC, '2', NOW_S + 1)], NOW_MS + 1_000);
    const error = await taken.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageWriteError);
    expect(error).toMatchObject({ cause: full });
    expect(describeFailure(error).reason).toEqual({ code: 'prices-not-stored' });
    expect(intake.prices.get(BTC)?.price).toBe('2');
    expect(onStored).toHaveBeenCalledTimes(2);
    set.mockRestore();
    await intake.store([judgedPrice(BTC, '3', NOW_S + 2)], NOW_MS + 2_000);
    expect((await readStored(BTC)).get(BTC)?.price).toBe('3');
  });

  it('saves the alert states again after the disk write failed', async () => {
    const markSaved = vi.fn();
    const states = { 'local-states': 1 };
    const alerts = {
      watches: () => false,
      records: { unsaved: () => states, markSaved },
    } as unknown as Alerts;
    const intake = createPriceIntake(() => {}, alerts);
    const set = vi.spyOn(fakeBrowser.storage.local, 'set');
    set.mockRejectedValueOnce(new Error('QUOTA_BYTES quota exceeded'));
    await expect(intake.saveLastKnown()).rejects.toThrow('quota');
    expect(markSaved).not.toHaveBeenCalled();
    await intake.saveLastKnown();
    expect(set).toHaveBeenLastCalledWith(expect.objectContaining(states));
    expect(markSaved).toHaveBeenCalledTimes(1);
  });

  it('gives the alerts no unverified price that contradicts the verified one of the same time', async () => {
    const evaluate = vi.fn<Alerts['evaluate']>().mockResolvedValue({});
    const intake = await following([BTC], () => {}, alertsOf(evaluate));
    const send = (price: string, state: Proof['state']) =>
      intake.store([judgedPrice(BTC, price, NOW_S, 7, proof(state))], NOW_MS);
    await send('1', 'verified');
    await send('999', 'unchecked');
    await send('1', 'unchecked');
    const seen = evaluate.mock.calls.flatMap(([answers]) =>
      answers.map(({ price }) => price.price),
    );
    expect(seen).toEqual(['1', '1']);
  });

  it('drops what an earlier worker stored of another service', async () => {
    const first = await following([BTC]);
    await first.store([judgedPrice(BTC, '2', NOW_S)], NOW_MS);
    const second = createPriceIntake(() => {});
    await second.replace(() => []);
    await second.setWatchlist([BTC]);
    expect(second.prices.size).toBe(0);
    expect(await readStored(BTC)).toEqual(new Map());
  });

  it('drops verdicts, until the next answer brings one on the same price', async () => {
    const intake = await following([BTC, ETH]);
    const sent = (state: Proof['state']) => judgedPrice(BTC, '2', NOW_S, 7, proof(state));
    await intake.store([sent('verified'), judgedPrice(ETH, '1', NOW_S)], NOW_MS);
    await intake.dropVerdicts();
    const bare = (await readStored(BTC)).get(BTC);
    expect(bare).toMatchObject({ price: '2', publishTime: NOW_S });
    expect(bare).not.toHaveProperty('proof');
    await intake.saveLastKnown();
    expect((await lastKnownPrices.getValue())[BTC]).not.toHaveProperty('proof');
    await intake.store([sent('unchecked')], NOW_MS + 400);
    expect((await readStored(BTC)).get(BTC)).toEqual({ ...bare, proof: proof('unchecked') });
  });

  it('drops everything of another service', async () => {
    const intake = await following([BTC]);
    await intake.store([judgedPrice(BTC, '2', NOW_S)], NOW_MS);
    await intake.saveLastKnown();
    await intake.replace(() => []);
    expect(intake.prices.size).toBe(0);
    expect(await readStored(BTC)).toEqual(new Map());
    expect(await lastKnownPrices.getValue()).toEqual({});
  });

  it('saves the first prices of the next service at once, whichever worker has them', async () => {
    const intake = await following([BTC]);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    await intake.replace(() => []);
    const next = await following([BTC]);
    await next.store([judgedPrice(BTC, '2', NOW_S + 1)], NOW_MS + 1_000);
    expect((await lastKnownPrices.getValue())[BTC]?.price).toBe('2');
  });
});

describe('a change of trust', () => {
  const OTHER = 'other';
  const verified = judgedPrice(BTC, '2', NOW_S, 7, proof('verified'));
  const failed = { id: ETH, price: null, failure: { reason: BAD_SIGNATURE, trust: TRUST } };

  const followingBoth = () => following([BTC, ETH]);

  it('drops the proofs and failures of any other trust, in storage too', async () => {
    const intake = await followingBoth();
    await intake.store([verified, failed], NOW_MS);
    await intake.setTrust(OTHER);
    expect(intake.prices.get(BTC)).not.toHaveProperty('proof');
    expect(intake.failed.size).toBe(0);
    expect(await failedChecks.getValue()).toEqual({});
    const raw = await fakeBrowser.storage.session.get(latestKey(BTC));
    const price = readLatest(raw[latestKey(BTC)]);
    expect(price).toBeDefined();
    expect(price).not.toHaveProperty('proof');
  });

  it('ignores verdicts from before the change', async () => {
    const intake = await followingBoth();
    await intake.setTrust(OTHER);
    await intake.store([verified, failed], NOW_MS);
    expect(intake.prices.get(BTC)).toMatchObject({ price: '2' });
    expect(intake.prices.get(BTC)).not.toHaveProperty('proof');
    expect(intake.failed.size).toBe(0);
  });

  it('makes the next price the first one for the alerts', async () => {
    const reset = vi.fn<Alerts['reset']>().mockResolvedValue();
    const alerts = { watches: () => false, reset } as unknown as Alerts;
    const intake = await following([BTC], () => {}, alerts);
    await intake.setTrust(OTHER);
    expect(reset).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the session', false],
    ['the last-known prices', true],
  ])('applies to what an earlier worker left in %s', async (_where, isRestart) => {
    const first = await followingBoth();
    await first.store([verified, failed], NOW_MS);
    await first.saveLastKnown();
    if (isRestart) await fakeBrowser.storage.session.clear();
    // It died before it could drop anything.
    await trustSettings.setValue({ ...DEFAULT_TRUST_SETTINGS, beta: true });
    const second = await followingBoth();
    expect(second.prices.get(BTC)).toMatchObject({ price: '2' });
    expect(second.prices.get(BTC)).not.toHaveProperty('proof');
    expect(second.failed.size).toBe(0);
  });

  it('keeps the proofs and failures that an earlier worker left under the same trust', async () => {
    const first = await followingBoth();
    await first.store([verified, failed], NOW_MS);
    const second = await followingBoth();
    expect(second.prices.get(BTC)?.proof).toEqual(proof('verified'));
    expect(second.failed.get(ETH)?.reason).toEqual(BAD_SIGNATURE);
  });
});

describe('prices without a verdict', () => {
  it('do not stay as the last good ones when signatures are checked', async () => {
    const intake = await following([BTC, ETH]);
    const checked = judgedPrice(ETH, '2', NOW_S, null, proof('unchecked'));
    await intake.store([judgedPrice(BTC, '999', NOW_S), checked], NOW_MS);
    await intake.saveLastKnown();
    await intake.dropUnchecked();
    await intake.store([FAILED], NOW_MS + 400);
    expect([...intake.prices.keys()]).toEqual([ETH]);
    expect([...(await readStored(BTC, ETH)).keys()]).toEqual([ETH]);
    expect(Object.keys(await lastKnownPrices.getValue())).toEqual([ETH]);
    expect(intake.failed.has(BTC)).toBe(true);
  });
});

describe('prices that fail verification', () => {
  const good = (seconds: number): JudgedPrice =>
    judgedPrice(BTC, String(seconds), NOW_S + seconds, null, proof('verified'));

  async function afterOneGood(alerts?: Alerts): Promise<PriceIntake> {
    const intake = await following([BTC], () => {}, alerts);
    await intake.store([good(0)], NOW_MS);
    return intake;
  }

  it('leave the last good price in place, and are reported', async () => {
    const intake = await afterOneGood();
    await intake.store([FAILED], NOW_MS + 400);
    expect(intake.prices.get(BTC)?.price).toBe('0');
    expect(await failedChecks.getValue()).toEqual({
      [BTC]: { reason: BAD_SIGNATURE, trust: TRUST, at: NOW_MS + 400 },
    });
  });

  it('never reach an alert', async () => {
    const evaluate = vi.fn<Alerts['evaluate']>().mockResolvedValue({});
    const intake = await afterOneGood(alertsOf(evaluate));
    evaluate.mockClear();
    await intake.store([FAILED], NOW_MS + 400);
    expect(evaluate).not.toHaveBeenCalled();
  });

  it('are reported until none came for 30 s, so that occasional failures stay visible', async () => {
    const intake = await afterOneGood();
    await intake.store([FAILED], NOW_MS);
    await intake.store([good(1)], NOW_MS + 1_000);
    await intake.store([FAILED], NOW_MS + 2_000);
    await intake.store([good(31)], NOW_MS + 31_000);
    expect(intake.failed.has(BTC)).toBe(true);
    await intake.store([good(32)], NOW_MS + 32_000);
    expect(intake.failed.has(BTC)).toBe(false);
    expect(await failedChecks.getValue()).toEqual({});
  });

  it('cause few writes while they continue', async () => {
    const intake = await afterOneGood();
    const writes = vi.fn();
    failedChecks.watch(writes);
    for (let ms = 0; ms < 20_000; ms += 400) await intake.store([FAILED], NOW_MS + ms);
    expect(writes).toHaveBeenCalledTimes(2);
    expect((await failedChecks.getValue())[BTC]?.at).toBe(NOW_MS + 10_000);
  });
});

describe('a clock that was set back', () => {
  it('moves the time of the last answer', async () => {
    const intake = await following([BTC]);
    await intake.shiftAskedAt(-90_000);
    expect(await lastAskedAt.getValue()).toBe(0);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    await intake.shiftAskedAt(-90_000);
    expect(intake.askedAt).toBe(NOW_MS - 90_000);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS - 90_000);
  });

  it('leaves no time of the last answer in the future', async () => {
    const now = Date.now();
    await lastAskedAt.setValue(now + 3_600_000);
    const intake = await following([BTC]);
    expect(intake.askedAt).toBeLessThanOrEqual(Date.now());
  });

  it('does not prevent answers without news from updating the time of the last answer', async () => {
    const intake = await following([BTC]);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS);
    await intake.store([judgedPrice(BTC, '1', NOW_S)], NOW_MS - 90_000);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS - 90_000);
  });
});
