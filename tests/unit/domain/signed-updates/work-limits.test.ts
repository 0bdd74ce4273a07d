import * as sha3 from '@noble/hashes/sha3.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as ecdsa from '@/lib/domain/signed-updates/curve/ecdsa.ts';
import * as base58 from '@/lib/domain/signed-updates/base58.ts';
import * as messages from '@/lib/domain/signed-updates/messages.ts';
import { judgeFeed } from '@/lib/domain/signed-updates/verdict.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  stakeCapsInPriceUpdate,
} from '../../../price-service/hostile-updates.ts';
import { signMessages } from '../../../price-service/signing.ts';
import { encodeStakeCapsMessage } from '../../../price-service/update-encoding.ts';
import { asBinary, feedId, localTrust, priceMessage, signedBlob, TIMESTAMP } from './signed.ts';

vi.mock(import('@noble/hashes/sha3.js'), async (load) => {
  const original = await load();
  return { ...original, keccak_256: vi.fn(original.keccak_256) };
});
vi.mock(import('@/lib/domain/signed-updates/curve/ecdsa.ts'), async (load) => {
  const original = await load();
  return { ...original, recoverKey: vi.fn(original.recoverKey) };
});
vi.mock(import('@/lib/domain/signed-updates/base58.ts'), async (load) => {
  const original = await load();
  return { toBase58: vi.fn(original.toBase58) };
});
vi.mock(import('@/lib/domain/signed-updates/messages.ts'), async (load) => {
  const original = await load();
  return { ...original, parseMessage: vi.fn(original.parseMessage) };
});

const keccak = vi.mocked(sha3.keccak_256);
const recoveries = vi.mocked(ecdsa.recoverKey);
const publishers = vi.mocked(base58.toBase58);
const parsedMessages = vi.mocked(messages.parseMessage);

const MOST_BLOCKS = 12_288;
const MOST_MESSAGES = 2_048;

/** Hashed blocks of keccak-256 since the last reset: a measure of the work. */
function hashedBlocks(): number {
  return keccak.mock.calls.reduce((sum, [bytes]) => sum + Math.floor(bytes.length / 136) + 1, 0);
}

function resetCounts(): void {
  vi.clearAllMocks();
}

beforeEach(resetCounts);

describe.each([
  ['many unproven messages', manyUnprovenMessages(), 'proof'],
  ['long paths with a wrong end', longPathsWithWrongEnd(), 'proof'],
  ['endless paths with a wrong end', longPathsWithWrongEnd(255), 'size'],
  ['stake caps in a price update', stakeCapsInPriceUpdate(), 'proof'],
] as const)('%s', (_, binary, check) => {
  it('cost no more than the largest genuine update', () => {
    const update = verifyUpdate(binary, localTrust());
    const claims = update.blobs.flatMap((blob) => (blob.ok ? [] : blob.claims));
    for (const { id } of claims) judgeFeed(id, update);
    expect(hashedBlocks()).toBeLessThanOrEqual(MOST_BLOCKS);
    // Parsed once for verification and once as claims.
    expect(parsedMessages.mock.calls.length).toBeLessThanOrEqual(2 * MOST_MESSAGES);
    expect(publishers).not.toHaveBeenCalled();
    expect(recoveries).not.toHaveBeenCalled();
  });

  it('are rejected, and the later blobs because of their size', () => {
    const { blobs } = verifyUpdate(binary, localTrust());
    const checks = blobs.map((blob) => (blob.ok ? 'ok' : blob.error.check));
    expect(checks[0]).toBe(check);
    expect(checks.at(-1)).toBe('size');
    expect(new Set(checks)).toEqual(new Set([check, 'size']));
  });

  it('are not hashed if their emitter is not trusted', () => {
    const { blobs } = verifyUpdate(binary, { profiles: [], nowMs: 0 });
    expect(blobs[0]).toMatchObject({ ok: false, error: { check: 'emitter' } });
    expect(keccak).not.toHaveBeenCalled();
    expect(parsedMessages).not.toHaveBeenCalled();
    expect(publishers).not.toHaveBeenCalled();
  });
});

describe('an update of many genuine feeds', () => {
  const feeds = (count: number, depth: number) => {
    const prices = Array.from({ length: count }, (_, feed) => priceMessage(feed));
    return asBinary(...signMessages(prices, { slot: 1n, timestamp: TIMESTAMP, depth }));
  };

  it.each([
    [1_000, 13],
    [2_040, 13],
    [100, 32],
  ])('verifies: %d feeds in a tree of %d levels', (count, depth) => {
    const binary = feeds(count, depth);
    expect(verifyUpdate(binary, localTrust()).prices.size).toBe(count);
  });

  it('shares the hashes of one slot between its blobs', () => {
    const binary = feeds(510, 12);
    resetCounts();
    for (const text of binary.data) verifyUpdate({ ...binary, data: [text] }, localTrust());
    const separately = hashedBlocks();
    resetCounts();
    verifyUpdate(binary, localTrust());
    expect(hashedBlocks()).toBeLessThan(separately);
  });

  it('is rejected with its prices as claims if a proof is deeper than any genuine tree', () => {
    const update = verifyUpdate(feeds(3, 33), localTrust());
    expect(update.prices.size).toBe(0);
    expect(update.blobs).toMatchObject([{ claims: [{}, {}, {}] }]);
    expect(judgeFeed(feedId(2), update)).toMatchObject({
      check: 'size',
      problem: { code: 'too-many-hashes', hashes: 33, most: 32 },
    });
  });
});

describe('huge texts', () => {
  it('are decoded only up to a total size', () => {
    const decoded = vi.spyOn(Uint8Array, 'fromHex');
    const text = 'zz'.repeat(131_072);
    const { blobs } = verifyUpdate(
      { encoding: 'hex', data: Array.from({ length: 128 }, () => text) },
      localTrust(),
    );
    expect(decoded).toHaveBeenCalledTimes(8);
    expect(blobs[7]).toMatchObject({ error: { check: 'encoding' } });
    expect(blobs[8]).toMatchObject({ error: { check: 'size', problem: { code: 'too-large' } } });
    decoded.mockRestore();
  });

  it('do not use up the budget of a small one that follows', () => {
    const good = asBinary(signedBlob([priceMessage(1)]));
    const data = ['00'.repeat(10_000_000), ...good.data];
    expect(verifyUpdate({ ...good, data }, localTrust()).prices.size).toBe(1);
  });

  it('share one result if they are empty, however many there are', () => {
    const data = Array.from({ length: 100_000 }, () => '');
    const { blobs, rejectionOf } = verifyUpdate({ encoding: 'hex', data }, localTrust());
    expect(blobs).toHaveLength(100_000);
    expect(new Set(blobs).size).toBe(129);
    expect(rejectionOf(feedId(1))?.check).toBe('truncated');
  });
});

describe('claims', () => {
  const blob = signedBlob(
    Array.from({ length: 200 }, (_, feed) => priceMessage(feed)),
    { depth: 8 },
  );

  it('are parsed once, on first use', () => {
    const update = verifyUpdate(asBinary(blob), { profiles: [], nowMs: 0 });
    expect(parsedMessages).not.toHaveBeenCalled();
    for (let feed = 0; feed < 200; feed += 1) {
      expect(judgeFeed(feedId(feed), update)).toMatchObject({ check: 'emitter' });
    }
    expect(update.blobs).toMatchObject([{ claims: { length: 200 } }]);
    expect(parsedMessages).toHaveBeenCalledTimes(200);
  });

  it('are never parsed if everything is proven', () => {
    const update = verifyUpdate(asBinary(blob), localTrust());
    expect(judgeFeed(feedId(7), update).state).toBe('verified');
    expect(parsedMessages).toHaveBeenCalledTimes(200);
  });

  it('stop at the maximum number of messages of an update', () => {
    const update = verifyUpdate(manyUnprovenMessages(), localTrust());
    expect(judgeFeed(feedId(8 * 255 - 1), update)).toMatchObject({ check: 'proof' });
    expect(judgeFeed(feedId(8 * 255), update)).toMatchObject({
      check: 'size',
      problem: { code: 'too-many-messages' },
    });
  });
});

describe('stake caps', () => {
  const capsAt = (seconds: number) =>
    encodeStakeCapsMessage(BigInt(seconds), [
      { publisher: new Uint8Array(32).fill(seconds), cap: 5n },
    ]);

  it('are decoded once, on first use, and only the newest ones', () => {
    const binary = asBinary(signedBlob([capsAt(1), capsAt(3), capsAt(2)]));
    const update = verifyUpdate(binary, localTrust());
    expect(update.blobs).toMatchObject([{ ok: true }]);
    expect(publishers).not.toHaveBeenCalled();
    expect(update.stakeCaps).toMatchObject({ publishTime: 3, caps: [{ cap: 5n }] });
    expect(update.stakeCaps).toBe(update.stakeCaps);
    expect(publishers).toHaveBeenCalledTimes(1);
  });
});

it('many wrong signatures cost one recovery each, and at most eight in total', () => {
  const forged = Array.from({ length: 20 }, (_, slot) =>
    signedBlob([priceMessage(1)], { seed: 'attacker', slot: BigInt(slot) }),
  );
  resetCounts();
  verifyUpdate(asBinary(...forged), localTrust());
  expect(recoveries).toHaveBeenCalledTimes(8);
});
