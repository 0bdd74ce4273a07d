import { describe, expect, it, vi } from 'vitest';
import { nextTurn } from '../../../../lib/base/next-turn.ts';
import { createSignerCache } from '../../../../lib/domain/signed-updates/signatures.ts';
import { verifyUpdate, verifyUpdateInTurns } from '../../../../lib/domain/signed-updates/verify.ts';
import { asBinary, localTrust, priceMessage, signedBlob } from './signed.ts';

const GOOD = [1, 2, 3].map((feed) => signedBlob([priceMessage(feed)], { slot: BigInt(feed) }));
const FORGED = signedBlob([priceMessage(4)], { seed: 'attacker' });

function countedTurns() {
  return vi.fn(() => Promise.resolve());
}

describe('verifyUpdateInTurns', () => {
  it('returns the same result as verifyUpdate', async () => {
    const binary = asBinary(...GOOD, FORGED, Buffer.from('rubbish'));
    const expected = verifyUpdate(binary, localTrust());
    const { blobs, prices, twaps, stakeCaps } = await verifyUpdateInTurns(binary, localTrust());
    expect({ blobs, prices, twaps, stakeCaps }).toEqual({
      blobs: expected.blobs,
      prices: expected.prices,
      twaps: expected.twaps,
      stakeCaps: expected.stakeCaps,
    });
  });

  it('does not wait for a turn with at most one blob', async () => {
    const giveTurn = countedTurns();
    const options = { nextTurn: giveTurn };
    for (const binary of [asBinary(GOOD[0]!), asBinary()]) {
      await verifyUpdateInTurns(binary, localTrust(), createSignerCache(), options);
    }
    expect(giveTurn).not.toHaveBeenCalled();
  });

  it('waits for one turn between two blobs', async () => {
    const cache = createSignerCache();
    const remembered = vi.spyOn(cache, 'set');
    const atTurns: number[] = [];
    await verifyUpdateInTurns(asBinary(...GOOD), localTrust(), cache, {
      nextTurn: () => {
        atTurns.push(remembered.mock.calls.length);
        return Promise.resolve();
      },
    });
    expect(atTurns).toEqual([1, 2]);
  });

  it('does not wait for a turn before blobs that it does not read', async () => {
    const giveTurn = countedTurns();
    const blobs = Array.from({ length: 1_000 }, () => Buffer.alloc(1));
    const options = { nextTurn: giveTurn };
    const { blobs: results } = await verifyUpdateInTurns(
      asBinary(...blobs),
      localTrust(),
      createSignerCache(),
      options,
    );
    expect(results).toHaveLength(1_000);
    expect(giveTurn).toHaveBeenCalledTimes(127);
  });

  it('stops when it is aborted, even before the first blob', async () => {
    const cache = createSignerCache();
    const remembered = vi.spyOn(cache, 'set');
    const controller = new AbortController();
    const reason = new Error('No longer wanted');
    const verifying = verifyUpdateInTurns(asBinary(...GOOD), localTrust(), cache, {
      nextTurn: async () => controller.abort(reason),
      signal: controller.signal,
    });
    await expect(verifying).rejects.toBe(reason);
    expect(remembered).toHaveBeenCalledTimes(1);

    const { signal } = controller;
    const again = verifyUpdateInTurns(asBinary(...GOOD), localTrust(), cache, { signal });
    await expect(again).rejects.toBe(reason);
    expect(remembered).toHaveBeenCalledTimes(1);
  });
});

it('nextTurn lets other tasks of the thread run', async () => {
  const other = { hasRun: false };
  setTimeout(() => {
    other.hasRun = true;
  });
  // With microtasks alone, this would never end.
  while (!other.hasRun) await nextTurn();
  expect(other.hasRun).toBe(true);
});
