import { describe, expect, it } from 'vitest';
import {
  compareStakeCaps,
  compareWithParsed,
  judgeFeed,
  type ParsedField,
} from '@/lib/domain/signed-updates/verdict.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { signStakeCaps } from '../../../price-service/signing.ts';
import {
  asBinary,
  feedId,
  localTrust,
  priceMessage,
  signedBlob,
  SLOT,
  TIMESTAMP,
} from './signed.ts';

const UPDATE = verifyUpdate(asBinary(signedBlob([priceMessage(1)])), localTrust());
const SIGNED = UPDATE.prices.get(feedId(1))!;
const PARSED: ParsedPrice = {
  id: feedId(1),
  price: { price: '6350230500000', conf: '1985500000', expo: -8, publish_time: TIMESTAMP },
  ema_price: { price: '-6349000000000', conf: '1900000000', expo: -8, publish_time: TIMESTAMP },
  metadata: { slot: Number(SLOT), prev_publish_time: TIMESTAMP - 1, proof_available_time: 7 },
};

describe('compareWithParsed', () => {
  it('returns nothing if nothing differs, whatever the unsigned time is', () => {
    expect(compareWithParsed(PARSED, SIGNED)).toEqual([]);
    expect(compareWithParsed({ ...PARSED, id: `0X${feedId(1)}` }, SIGNED)).toEqual([]);
  });

  it.each<[ParsedField, (parsed: ParsedPrice) => ParsedPrice]>([
    ['id', (parsed) => ({ ...parsed, id: feedId(2) })],
    ['price', (parsed) => ({ ...parsed, price: { ...parsed.price, price: '6350230500001' } })],
    ['conf', (parsed) => ({ ...parsed, price: { ...parsed.price, conf: '1' } })],
    ['expo', (parsed) => ({ ...parsed, price: { ...parsed.price, expo: -7 } })],
    ['publish_time', (parsed) => ({ ...parsed, price: { ...parsed.price, publish_time: 1 } })],
    ['ema_price', (parsed) => ({ ...parsed, ema_price: { ...parsed.ema_price, price: '1' } })],
    ['ema_conf', (parsed) => ({ ...parsed, ema_price: { ...parsed.ema_price, conf: '1' } })],
    ['ema_expo', (parsed) => ({ ...parsed, ema_price: { ...parsed.ema_price, expo: 0 } })],
    [
      'ema_publish_time',
      (parsed) => ({ ...parsed, ema_price: { ...parsed.ema_price, publish_time: 1 } }),
    ],
    [
      'prev_publish_time',
      (parsed) => ({ ...parsed, metadata: { ...parsed.metadata, prev_publish_time: 1 } }),
    ],
    ['slot', (parsed) => ({ ...parsed, metadata: { ...parsed.metadata, slot: 0 } })],
  ])('finds a different %s', (field, change) => {
    expect(compareWithParsed(change(PARSED), SIGNED)).toEqual([field]);
  });

  it('does not count absent or null fields as different', () => {
    expect(compareWithParsed({ ...PARSED, metadata: {} }, SIGNED)).toEqual([]);
    const metadata = { slot: null, prev_publish_time: null };
    expect(compareWithParsed({ ...PARSED, metadata }, SIGNED)).toEqual([]);
  });

  it('compares a slot above 2^53 with the precision of a JavaScript number', () => {
    const slot = 2n ** 63n + 1n;
    const blob = signedBlob([priceMessage(1)], { slot });
    const signed = verifyUpdate(asBinary(blob), localTrust()).prices.get(feedId(1))!;
    const metadata = { ...PARSED.metadata, slot: Number(slot) };
    expect(compareWithParsed({ ...PARSED, metadata }, signed)).toEqual([]);
  });
});

describe('judgeFeed', () => {
  it('returns verified with and without a parsed part', () => {
    expect(judgeFeed(feedId(1), UPDATE, PARSED)).toEqual({ state: 'verified', price: SIGNED });
    expect(judgeFeed(feedId(1), UPDATE)).toEqual({ state: 'verified', price: SIGNED });
  });

  it('returns the signed price if the parsed price differs', () => {
    const lie = { ...PARSED, price: { ...PARSED.price, price: '1', conf: '2' } };
    expect(judgeFeed(feedId(1), UPDATE, lie)).toEqual({
      state: 'mismatch',
      price: SIGNED,
      fields: ['price', 'conf'],
    });
  });

  it('returns missing for a feed that is in no blob', () => {
    expect(judgeFeed(feedId(9), UPDATE, PARSED)).toMatchObject({
      state: 'unverified',
      check: 'missing',
    });
  });

  it('reports the error of the blob with the feed, otherwise of an unreadable blob', () => {
    const forged = signedBlob([priceMessage(2)], { seed: 'attacker' });
    const good = signedBlob([priceMessage(1)]);
    expect(checkOf(2, Buffer.from('rubbish'), forged, good)).toBe('signature');
    expect(checkOf(3, forged, good, Buffer.from('rubbish'))).toBe('magic');
    expect(checkOf(3, forged, good)).toBe('missing');
    expect(checkOf(1, forged, good)).toBe('verified');
  });

  it('reports the error of a blob for all its feeds, wherever the error is', () => {
    const short = priceMessage(2).subarray(0, 84);
    const endless = priceMessage(3, { publishTime: 2n ** 60n });
    for (const bad of [short, endless]) {
      const blob = signedBlob([priceMessage(1), bad, priceMessage(4)]);
      expect([1, 4].map((feed) => checkOf(feed, blob))).toEqual(['message', 'message']);
    }
  });

  it('reports that not everything was checked if a good blob follows too many bad ones', () => {
    const forged = Array.from({ length: 8 }, (_, place) =>
      signedBlob([priceMessage(2)], { seed: 'attacker', slot: BigInt(place) }),
    );
    const update = verifyUpdate(asBinary(...forged, signedBlob([priceMessage(1)])), localTrust());
    expect(judgeFeed(feedId(1), update)).toMatchObject({
      check: 'size',
      problem: { code: 'too-many-bad-signatures', count: 8 },
    });
  });
});

describe('compareStakeCaps', () => {
  const caps = [
    { publisher: 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG', cap: 2n ** 53n + 1n },
    { publisher: '11111111111111111111111111111112', cap: 7n },
  ];
  const { stakeCaps } = verifyUpdate(signStakeCaps(caps, TIMESTAMP), localTrust());

  it('compares exact caps and publishers in base58', () => {
    expect(stakeCaps).toMatchObject({ caps, publishTime: TIMESTAMP });
    expect(compareStakeCaps(caps, stakeCaps!)).toEqual([]);
  });

  it('finds the publishers with a different, missing or unsigned cap', () => {
    const [first, second] = caps;
    const parsed = [
      { ...first!, cap: 2n ** 53n },
      { publisher: 'nobody', cap: 1n },
    ];
    expect(compareStakeCaps(parsed, stakeCaps!)).toEqual([
      first!.publisher,
      second!.publisher,
      'nobody',
    ]);
  });
});

function checkOf(feed: number, ...blobs: Buffer[]): string {
  const verdict = judgeFeed(feedId(feed), verifyUpdate(asBinary(...blobs), localTrust()));
  return verdict.state === 'unverified' ? verdict.check : verdict.state;
}
