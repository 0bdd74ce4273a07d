import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { describeFailure } from '@/lib/background/connection/describe-failure.ts';
import type { Alerts } from '@/lib/background/alerts/evaluator.ts';
import type { JudgedItem } from '@/lib/background/intake/judged.ts';
import { nextPrice } from '@/lib/background/intake/next-price.ts';
import { createPriceIntake, type PriceIntake } from '@/lib/background/intake/price-intake.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/built-in-version.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/default-trust.ts';
import { failedChecks, lastAskedAt, lastKnownPrices } from '@/lib/storage/values/prices.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { latestKey, readLatest } from '../../../tools/latest-price.ts';
import { BTC, ETH, item } from '../feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const TRUST = BUILT_IN_SIGNERS_VERSION;

const proof = (state: Proof['state'], trust = TRUST): Proof => proofOf(state, trust);
const readStored = async (...ids: string[]) => readLatestPrices(ids, TRUST);

const stored = (price: string, publishTime: number, slot: number | null = null) =>
  nextPrice(undefined, item(BTC, price, publishTime, slot), NOW_MS)!;

describe('nextPrice', () => {
  it.each([
    ['an older publish time', item(BTC, '2', NOW_S - 1)],
    ['the same publish time without a slot', item(BTC, '2', NOW_S)],
    ['the same publish time and slot', item(BTC, '2', NOW_S, 7)],
    ['an earlier slot', item(BTC, '2', NOW_S, 6)],
  ])('keeps the stored price if the new one has %s', (_what, next) => {
    expect(nextPrice(stored('1', NOW_S, 7), next, NOW_MS)).toBeNull();
  });

  it.each([
    ['a later publish time', item(BTC, '2', NOW_S + 1, 1)],
    ['a later slot of the same second', item(BTC, '2', NOW_S, 8)],
  ])('stores a price with %s', (_what, next) => {
    expect(nextPrice(stored('1', NOW_S, 7), next, NOW_MS)).toMatchObject({ price: '2' });
  });

  it.each(['NaN', '1e5', '', ' 1', '9'.repeat(10_000)])('rejects the mantissa %j', (price) => {
    expect(nextPrice(undefined, item(BTC, price.slice(0, 10_000), NOW_S), NOW_MS)).toBeNull();
  });

  it('rejects a price from far in the future, which would block all later ones', () => {
    expect(nextPrice(undefined, item(BTC, '1', 253_402_300_799), NOW_MS)).toBeNull();
  });

  it('replaces a stored price from the future with a present one', () => {
    const ahead = stored('1', NOW_S + 3_600);
    expect(nextPrice(ahead, item(BTC, '2', NOW_S), NOW_MS)).toMatchObject({ price: '2' });
  });

  it('corrects the clock before it decides what is in the future', () => {
    const slowMs = NOW_MS - 25 * 3_600_000;
    expect(nextPrice(undefined, item(BTC, '1', NOW_S), slowMs)).toBeNull();
    expect(nextPrice(undefined, item(BTC, '1', NOW_S), slowMs, NOW_MS)).toMatchObject({
      receivedAt: slowMs,
    });
  });

  it('keeps the order of updates if the local clock is slow', () => {
    const slowMs = NOW_MS - 120_000;
    const newest = nextPrice(undefined, item(BTC, '1', NOW_S), slowMs)!;
    expect(nextPrice(newest, item(BTC, '2', NOW_S - 1), slowMs + 400)).toBeNull();
    expect(nextPrice(newest, item(BTC, '2', NOW_S + 1), slowMs + 400)).not.toBeNull();
  });

  it('keeps the direction of the last move while the price stays the same', () => {
    const up = nextPrice(stored('1', NOW_S), item(BTC, '2', NOW_S + 1), NOW_MS)!;
    const same = nextPrice(up, item(BTC, '2', NOW_S + 2), NOW_MS)!;
    const down = nextPrice(same, item(BTC, '-3', NOW_S + 3), NOW_MS)!;
    expect([up, same, down].map((price) => price.direction)).toEqual([1, 1, -1]);
  });
});

describe('nextPrice and signatures', () => {
  const sent = (price: string, publishTime: number, state?: Proof['state']): JudgedItem => ({
    ...item(BTC, price, publishTime, 7),
    ...(state && { proof: proof(state) }),
  });
  const kept = (...sends: Parameters<typeof sent>) => nextPrice(undefined, sent(...sends), NOW_MS)!;

  it('give no price if verification failed', () => {
    const failed: JudgedItem = {
      id: BTC,
      item: null,
      failure: { reason: BAD_SIGNATURE, trust: TRUST },
    };
    expect(nextPrice(undefined, failed, NOW_MS)).toBeNull();
    expect(nextPrice(kept('1', NOW_S, 'verified'), failed, NOW_MS)).toBeNull();
  });

  it('replace an unverified price with the verified one of the same time', () => {
    for (const state of ['unchecked', undefined] as const) {
      const after = nextPrice(kept('999', NOW_S, state), sent('1', NOW_S, 'verified'), NOW_MS);
      expect(after).toMatchObject({ price: '1', proof: { state: 'verified' } });
    }
    const lie = kept('999', NOW_S, 'unchecked');
    expect(nextPrice(lie, sent('1', NOW_S - 5, 'verified'), NOW_MS)).toBeNull();
  });

  it('add the verdict to a price that was not checked before, once', () => {
    const before = kept('1', NOW_S);
    const after = nextPrice(before, sent('1', NOW_S, 'unchecked'), NOW_MS)!;
    expect(after).toEqual({ ...before, proof: proof('unchecked') });
    expect(nextPrice(after, sent('1', NOW_S, 'unchecked'), NOW_MS)).toBeNull();
    expect(nextPrice(before, sent('1', NOW_S - 5, 'unchecked'), NOW_MS)).toBeNull();
  });

  it('never remove the proof of a price', () => {
    const before = kept('1', NOW_S, 'verified');
    for (const next of ['verified', 'unchecked', undefined] as const) {
      expect(nextPrice(before, sent('2', NOW_S, next), NOW_MS)).toBeNull();
    }
  });
});

describe('createPriceIntake', () => {
  it('stores only feeds of the watchlist, and reports those that changed', async () => {
    const onStored = vi.fn();
    const intake = createPriceIntake(onStored);
    await intake.setWatchlist([BTC]);
    await intake.store([item(BTC, '1', NOW_S), item(ETH, '2', NOW_S)], NOW_MS);
    expect([...(await readStored(BTC, ETH)).keys()]).toEqual([BTC]);
    expect(onStored).toHaveBeenCalledExactlyOnceWith([BTC]);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS);
  });

  it('drops only the feed with the malformed price', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC, ETH]);
    await intake.store([item(BTC, 'NaN', NOW_S), item(ETH, '2', NOW_S)], NOW_MS);
    expect([...intake.prices.keys()]).toEqual([ETH]);
  });

  it('writes nothing for an answer without news within the same second', async () => {
    const onStored = vi.fn();
    const intake = createPriceIntake(onStored);
    await intake.setWatchlist([BTC]);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS + 400);
    expect(onStored).toHaveBeenCalledTimes(1);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS + 1_400);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS + 1_400);
  });

  it('continues from what an earlier worker stored', async () => {
    const first = createPriceIntake(() => {});
    await first.setWatchlist([BTC]);
    await first.store([item(BTC, '2', NOW_S)], NOW_MS);
    const second = createPriceIntake(() => {});
    await second.setWatchlist([BTC]);
    await second.store([item(BTC, '1', NOW_S - 10)], NOW_MS);
    expect(second.prices.get(BTC)?.price).toBe('2');
  });

  it('saves the first prices of a worker at once, later ones every 30 s', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC]);
    const kept = async () => (await lastKnownPrices.getValue())[BTC]?.price;
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS);
    expect(await kept()).toBe('1');
    await intake.store([item(BTC, '2', NOW_S + 29)], NOW_MS + 29_000);
    expect(await kept()).toBe('1');
    await intake.store([item(BTC, '3', NOW_S + 30)], NOW_MS + 30_000);
    expect(await kept()).toBe('3');
  });

  it('starts from the last-known prices if the session has none', async () => {
    const first = createPriceIntake(() => {});
    await first.setWatchlist([BTC]);
    await first.store([item(BTC, '2', NOW_S)], NOW_MS);
    await first.saveLastKnown();
    await fakeBrowser.storage.session.clear();
    const second = createPriceIntake(() => {});
    await second.setWatchlist([BTC]);
    expect(second.prices.get(BTC)?.price).toBe('2');
    expect((await readStored(BTC)).get(BTC)?.price).toBe('2');
  });

  it('continues in memory if storage fails, and reports it', async () => {
    const onStored = vi.fn();
    const intake = createPriceIntake(onStored);
    await intake.setWatchlist([BTC]);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS);
    const full = new Error('QUOTA_BYTES quota exceeded');
    const set = vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(full);
    const taken = intake.store([item(BTC, '2', NOW_S + 1)], NOW_MS + 1_000);
    const error = await taken.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageWriteError);
    expect(error).toMatchObject({ cause: full });
    expect(describeFailure(error).reason).toEqual({ code: 'prices-not-stored' });
    expect(intake.prices.get(BTC)?.price).toBe('2');
    expect(onStored).toHaveBeenCalledTimes(2);
    set.mockRestore();
    await intake.store([item(BTC, '3', NOW_S + 2)], NOW_MS + 2_000);
    expect((await readStored(BTC)).get(BTC)?.price).toBe('3');
  });

  it('saves the alert states again after the disk write failed', async () => {
    const markSaved = vi.fn();
    const states = { 'local-states': 1 };
    const alerts = { watches: () => false, unsaved: () => states, markSaved } as unknown as Alerts;
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
    const alerts = { watches: () => true, evaluate, unsaved: () => ({}), markSaved: () => {} };
    const intake = createPriceIntake(() => {}, alerts as unknown as Alerts);
    await intake.setWatchlist([BTC]);
    const send = (price: string, state: Proof['state']) =>
      intake.store([{ ...item(BTC, price, NOW_S, 7), proof: proof(state) }], NOW_MS);
    await send('1', 'verified');
    await send('999', 'unchecked');
    await send('1', 'unchecked');
    const seen = evaluate.mock.calls.flatMap(([answers]) =>
      answers.map(({ price }) => price.price),
    );
    expect(seen).toEqual(['1', '1']);
  });

  it('drops what an earlier worker stored of another service', async () => {
    const first = createPriceIntake(() => {});
    await first.setWatchlist([BTC]);
    await first.store([item(BTC, '2', NOW_S)], NOW_MS);
    const second = createPriceIntake(() => {});
    await second.clear();
    await second.setWatchlist([BTC]);
    expect(second.prices.size).toBe(0);
    expect(await readStored(BTC)).toEqual(new Map());
  });

  it('drops verdicts, until the next answer brings one on the same price', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC, ETH]);
    const sent = item(BTC, '2', NOW_S, 7);
    await intake.store([{ ...sent, proof: proof('verified') }, item(ETH, '1', NOW_S)], NOW_MS);
    await intake.dropVerdicts();
    const bare = (await readStored(BTC)).get(BTC);
    expect(bare).toMatchObject({ price: '2', publishTime: NOW_S });
    expect(bare).not.toHaveProperty('proof');
    await intake.saveLastKnown();
    expect((await lastKnownPrices.getValue())[BTC]).not.toHaveProperty('proof');
    await intake.store([{ ...sent, proof: proof('unchecked') }], NOW_MS + 400);
    expect((await readStored(BTC)).get(BTC)).toEqual({ ...bare, proof: proof('unchecked') });
  });

  it('drops everything of another service', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC]);
    await intake.store([item(BTC, '2', NOW_S)], NOW_MS);
    await intake.saveLastKnown();
    await intake.clear();
    expect(intake.prices.size).toBe(0);
    expect(await readStored(BTC)).toEqual(new Map());
    expect(await lastKnownPrices.getValue()).toEqual({});
  });
});

describe('a change of trust', () => {
  const OTHER = 'other';
  const sent = item(BTC, '2', NOW_S, 7);
  const verified = { ...sent, proof: proof('verified') };
  const failed = { id: ETH, item: null, failure: { reason: BAD_SIGNATURE, trust: TRUST } };

  async function following(): Promise<PriceIntake> {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC, ETH]);
    return intake;
  }

  it('drops the proofs and failures of any other trust, in storage too', async () => {
    const intake = await following();
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
    const intake = await following();
    await intake.setTrust(OTHER);
    await intake.store([verified, failed], NOW_MS);
    expect(intake.prices.get(BTC)).toMatchObject({ price: '2' });
    expect(intake.prices.get(BTC)).not.toHaveProperty('proof');
    expect(intake.failed.size).toBe(0);
  });

  it('makes the next price the first one for the alerts', async () => {
    const reset = vi.fn<Alerts['reset']>().mockResolvedValue();
    const intake = createPriceIntake(() => {}, {
      watches: () => false,
      reset,
    } as unknown as Alerts);
    await intake.setWatchlist([BTC]);
    await intake.setTrust(OTHER);
    expect(reset).toHaveBeenCalledTimes(1);
  });

  it('accepts a later verdict on the same price', async () => {
    const intake = await following();
    await intake.store([verified], NOW_MS);
    await intake.setTrust(OTHER);
    await intake.store([{ ...sent, proof: proof('unchecked', OTHER) }], NOW_MS + 400);
    expect(intake.prices.get(BTC)?.proof).toEqual(proof('unchecked', OTHER));
  });

  it.each([
    ['the session', false],
    ['the last-known prices', true],
  ])('applies to what an earlier worker left in %s', async (_where, isRestart) => {
    const first = await following();
    await first.store([verified, failed], NOW_MS);
    await first.saveLastKnown();
    if (isRestart) await fakeBrowser.storage.session.clear();
    // It died before it could drop anything.
    await trustSettings.setValue({ ...DEFAULT_TRUST_SETTINGS, beta: true });
    const second = await following();
    expect(second.prices.get(BTC)).toMatchObject({ price: '2' });
    expect(second.prices.get(BTC)).not.toHaveProperty('proof');
    expect(second.failed.size).toBe(0);
  });

  it('keeps the proofs and failures that an earlier worker left under the same trust', async () => {
    const first = await following();
    await first.store([verified, failed], NOW_MS);
    const second = await following();
    expect(second.prices.get(BTC)?.proof).toEqual(proof('verified'));
    expect(second.failed.get(ETH)?.reason).toEqual(BAD_SIGNATURE);
  });
});

describe('prices without a verdict', () => {
  const failed: JudgedItem = {
    id: BTC,
    item: null,
    failure: { reason: BAD_SIGNATURE, trust: TRUST },
  };

  it('do not stay as the last good ones when signatures are checked', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC, ETH]);
    const checked = { ...item(ETH, '2', NOW_S), proof: proof('unchecked') };
    await intake.store([item(BTC, '999', NOW_S), checked], NOW_MS);
    await intake.saveLastKnown();
    await intake.dropUnchecked();
    await intake.store([failed], NOW_MS + 400);
    expect([...intake.prices.keys()]).toEqual([ETH]);
    expect([...(await readStored(BTC, ETH)).keys()]).toEqual([ETH]);
    expect(Object.keys(await lastKnownPrices.getValue())).toEqual([ETH]);
    expect(intake.failed.has(BTC)).toBe(true);
  });
});

describe('prices that fail verification', () => {
  const failed: JudgedItem = {
    id: BTC,
    item: null,
    failure: { reason: BAD_SIGNATURE, trust: TRUST },
  };
  const good = (seconds: number): JudgedItem => ({
    ...item(BTC, String(seconds), NOW_S + seconds),
    proof: proof('verified'),
  });

  async function afterOneGood(alerts?: Alerts): Promise<PriceIntake> {
    const intake = createPriceIntake(() => {}, alerts);
    await intake.setWatchlist([BTC]);
    await intake.store([good(0)], NOW_MS);
    return intake;
  }

  it('leave the last good price in place, and are reported', async () => {
    const intake = await afterOneGood();
    await intake.store([failed], NOW_MS + 400);
    expect(intake.prices.get(BTC)?.price).toBe('0');
    expect(await failedChecks.getValue()).toEqual({
      [BTC]: { reason: BAD_SIGNATURE, trust: TRUST, at: NOW_MS + 400 },
    });
  });

  it('never reach an alert', async () => {
    const evaluate = vi.fn<Alerts['evaluate']>().mockResolvedValue({});
    const alerts = { watches: () => true, evaluate, unsaved: () => ({}), markSaved: () => {} };
    const intake = await afterOneGood(alerts as unknown as Alerts);
    evaluate.mockClear();
    await intake.store([failed], NOW_MS + 400);
    expect(evaluate).not.toHaveBeenCalled();
  });

  it('are reported until none came for 30 s, so that occasional failures stay visible', async () => {
    const intake = await afterOneGood();
    await intake.store([failed], NOW_MS);
    await intake.store([good(1)], NOW_MS + 1_000);
    await intake.store([failed], NOW_MS + 2_000);
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
    for (let ms = 0; ms < 20_000; ms += 400) await intake.store([failed], NOW_MS + ms);
    expect(writes).toHaveBeenCalledTimes(2);
  });

  it('are dropped when their feed leaves the watchlist', async () => {
    const intake = await afterOneGood();
    await intake.store([failed], NOW_MS);
    await intake.setWatchlist([ETH]);
    expect(intake.failed.size).toBe(0);
    expect(await failedChecks.getValue()).toEqual({});
  });
});

describe('a clock that was set back', () => {
  it('moves the time of the last answer', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC]);
    await intake.shiftAskedAt(-90_000);
    expect(await lastAskedAt.getValue()).toBe(0);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS);
    await intake.shiftAskedAt(-90_000);
    expect(intake.askedAt).toBe(NOW_MS - 90_000);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS - 90_000);
  });

  it('leaves no time of the last answer in the future', async () => {
    const now = Date.now();
    await lastAskedAt.setValue(now + 3_600_000);
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC]);
    expect(intake.askedAt).toBeLessThanOrEqual(Date.now());
  });

  it('does not prevent answers without news from updating the time of the last answer', async () => {
    const intake = createPriceIntake(() => {});
    await intake.setWatchlist([BTC]);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS);
    await intake.store([item(BTC, '1', NOW_S)], NOW_MS - 90_000);
    expect(await lastAskedAt.getValue()).toBe(NOW_MS - 90_000);
  });
});
