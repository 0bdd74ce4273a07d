import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTurn } from '@/lib/base/next-turn.ts';
import { createSignerCache } from '@/lib/domain/signed-updates/signatures.ts';
import { verifyUpdate, verifyUpdateInTurns } from '@/lib/domain/signed-updates/verify.ts';
import { asBinary, localTrust, priceMessage, signedBlob } from './signed.ts';

const GOOD = [1, 2, 3].map((feed) => signedBlob([priceMessage(feed)], { slot: BigInt(feed) }));
const FORGED = signedBlob([priceMessage(4)], { seed: 'attacker' });

vi.mock('@/lib/base/next-turn.ts', { spy: true });

beforeEach(() => {
  vi.mocked(nextTurn).mockReset();
});

describe('verifyUpdateInTurns', () => {
  it('returns the same result as verifyUpdate', async () => {
    const binary = asBinary(...GOOD, FORGED, Buffer.from('rubbish'));
    const expected = verifyUpdate(binary, localTrust());
    const { blobs, prices, stakeCaps } = await verifyUpdateInTurns(binary, localTrust());
    expect({ blobs, prices, stakeCaps }).toEqual({
      blobs: expected.blobs,
      prices: expected.prices,
      stakeCaps: expected.stakeCaps,
    });
  });

  it('does not wait for a turn with at most one blob', async () => {
    for (const binary of [asBinary(GOOD[0]!), asBinary()]) {
      await verifyUpdateInTurns(binary, localTrust());
    }
    expect(nextTurn).not.toHaveBeenCalled();
  });

  it('waits for one turn between two blobs', async () => {
    const cache = createSignerCache();
    const remembered = vi.spyOn(cache, 'set');
    const atTurns: number[] = [];
    vi.mocked(nextTurn).mockImplementation(async () => {
      atTurns.push(remembered.mock.calls.length);
    });
    await verifyUpdateInTurns(asBinary(...GOOD), localTrust(), cache);
    expect(atTurns).toEqual([1, 2]);
  });

  it('does not wait for a turn before blobs that it does not read', async () => {
    const blobs = Array.from({ length: 1_000 }, () => Buffer.alloc(1));
    const { blobs: results } = await verifyUpdateInTurns(asBinary(...blobs), localTrust());
    expect(results).toHaveLength(1_000);
    expect(nextTurn).toHaveBeenCalledTimes(127);
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
