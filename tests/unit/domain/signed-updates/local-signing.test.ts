import { describe, expect, it } from 'vitest';
import type { ParsedPrice } from '../../../../lib/price-service/index.ts';
import { DEFAULT_TRUST_SETTINGS } from '../../../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { resolveProfiles } from '../../../../lib/domain/signed-updates/trust/trust-settings.ts';
import { judgeFeed } from '../../../../lib/domain/signed-updates/verdict.ts';
import { verifyUpdate } from '../../../../lib/domain/signed-updates/verify.ts';
import { REPLAY_AGE_S, signPriceUpdate, type Tampering } from '../../../price-service/signing.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { feedId, TIMESTAMP } from './signed.ts';

const { profiles } = resolveProfiles({
  ...DEFAULT_TRUST_SETTINGS,
  custom: [profileOf(LOCAL_IDENTITY)],
});
const TRUST = { profiles, nowMs: TIMESTAMP * 1000 };

describe('an update from the local price service', () => {
  it.each(['hex', 'base64'] as const)('verifies and matches its parsed part in %s', (encoding) => {
    const { binary, parsed } = signPriceUpdate([item(1), item(2)], { encoding });
    const update = verifyUpdate(binary, TRUST);
    expect(parsed.map((each) => judgeFeed(each.id, update, each).state)).toEqual([
      'verified',
      'verified',
    ]);
  });

  it('has at most 255 feeds per blob and at least one blob per slot', () => {
    const items = Array.from({ length: 300 }, (_, feed) => item(feed, feed < 260 ? 9000 : 8000));
    const { binary } = signPriceUpdate(items);
    const { blobs, prices } = verifyUpdate(binary, TRUST);
    expect(blobs.map((blob) => blob.ok && blob.messages.length)).toEqual([255, 5, 40]);
    expect(prices.size).toBe(300);
    expect(prices.get(feedId(299))?.proof.slot).toBe(8000n);
    expect(prices.get(feedId(0))?.proofLength).toBe(12);
  });

  it.each<[Tampering, string]>([
    ['altered-price', 'proof'],
    ['wrong-proof', 'proof'],
    ['short-quorum', 'quorum'],
    ['wrong-emitter', 'emitter'],
    ['unknown-set', 'unknown-set'],
  ])('does not verify after tampering: %s', (tampering, check) => {
    const { binary, parsed } = signPriceUpdate([item(1)], { tampering });
    const verdict = judgeFeed(feedId(1), verifyUpdate(binary, TRUST), parsed[0]);
    expect(verdict).toMatchObject({ state: 'unverified', check });
  });

  it('is a mismatch if the parsed part is wrong', () => {
    const { binary, parsed } = signPriceUpdate([item(1)], { tampering: 'parsed-mismatch' });
    expect(judgeFeed(feedId(1), verifyUpdate(binary, TRUST), parsed[0])).toMatchObject({
      state: 'mismatch',
      fields: ['price'],
      price: { price: 123_456n },
    });
  });

  it('verifies when it is replayed: only its publish time shows that it is old', () => {
    const { binary, parsed } = signPriceUpdate([item(1)], { tampering: 'replayed-update' });
    expect(judgeFeed(feedId(1), verifyUpdate(binary, TRUST), parsed[0])).toMatchObject({
      state: 'verified',
      price: { publishTime: TIMESTAMP - REPLAY_AGE_S },
    });
  });
});

function item(feed: number, slot = 9000): ParsedPrice {
  return {
    id: feedId(feed),
    price: { price: '123456', conf: '12', expo: -5, publish_time: TIMESTAMP },
    ema_price: { price: '-123', conf: '13', expo: -5, publish_time: TIMESTAMP },
    metadata: { slot, prev_publish_time: null, proof_available_time: TIMESTAMP },
  };
}
