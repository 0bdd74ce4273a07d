import { describe, expect, it, vi } from 'vitest';
import { createSignerCache } from '@/lib/domain/signed-updates/signatures.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { createIdentity } from '../../../price-service/test-signers.ts';
import { int } from '../../../price-service/update-encoding.ts';
import {
  asBinary,
  feedId,
  localTrust,
  priceMessage,
  signedBlob,
  SLOT,
  TIMESTAMP,
} from './signed.ts';

describe('verifyUpdate', () => {
  it('returns every field of a price and its proof', () => {
    const identity = createIdentity();
    const blob = signedBlob([priceMessage(1), priceMessage(2)], { identity });
    const { prices } = verifyUpdate(asBinary(blob), localTrust());

    expect([...prices.keys()]).toEqual([feedId(1), feedId(2)]);
    expect(prices.get(feedId(2))).toEqual({
      kind: 'price',
      id: feedId(2),
      price: 6_350_230_500_000n,
      conf: 1_985_500_000n,
      expo: -8,
      publishTime: TIMESTAMP,
      prevPublishTime: TIMESTAMP - 1,
      emaPrice: -6_349_000_000_000n,
      emaConf: 1_900_000_000n,
      proofLength: 3,
      blob: 0,
      proof: {
        profileId: `custom-26-${identity.emitterAddress}`,
        profileName: 'Local price service',
        isBuiltIn: false,
        setIndex: 0,
        setKeys: identity.keys,
        setSize: 5,
        quorum: 3,
        signers: [0, 1, 2],
        emitterChain: 26,
        emitterAddress: identity.emitterAddress,
        timestamp: TIMESTAMP,
        sequence: SLOT,
        slot: SLOT,
        root: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    });
  });

  it('reads base64', () => {
    const data = [signedBlob([priceMessage(1)]).toString('base64')];
    expect(verifyUpdate({ encoding: 'base64', data }, localTrust()).prices.size).toBe(1);
    expect(verifyUpdate({ encoding: 'hex', data }, localTrust()).blobs).toMatchObject([
      { ok: false, error: { check: 'encoding' } },
    ]);
  });

  it('rejects a bad blob alone and returns its claims', () => {
    const bad = signedBlob([priceMessage(2)], { seed: 'attacker' });
    const { blobs, prices } = verifyUpdate(
      asBinary(signedBlob([priceMessage(1)]), bad, Buffer.from('rubbish')),
      localTrust(),
    );
    expect(blobs).toMatchObject([
      { ok: true },
      { ok: false, error: { check: 'signature' }, claims: [{ id: feedId(2) }] },
      { ok: false, error: { check: 'magic' }, claims: [] },
    ]);
    expect([...prices.keys()]).toEqual([feedId(1)]);
  });

  it('uses the message with the newest publish time, then the newest slot, of each feed', () => {
    const older = signedBlob([priceMessage(1, { price: 1n, publishTime: 10n })], { slot: 9n });
    const newer = signedBlob([priceMessage(1, { price: 2n, publishTime: 11n })], { slot: 7n });
    const newest = signedBlob([priceMessage(1, { price: 3n, publishTime: 11n })], { slot: 8n });
    for (const order of [
      [older, newer, newest],
      [newest, newer, older],
      [newer, newest, older],
    ]) {
      const { prices } = verifyUpdate(asBinary(...order), localTrust());
      expect(prices.get(feedId(1))?.price).toBe(3n);
    }
  });

  it('skips messages of other kinds', () => {
    const messages = [int(1, 1), priceMessage(2), int(77, 1)];
    const { blobs, prices } = verifyUpdate(asBinary(signedBlob(messages)), localTrust());

    expect(blobs).toMatchObject([
      {
        ok: true,
        messages: [{ kind: 'unsupported', variant: 1 }, { kind: 'price' }, { variant: 77 }],
      },
    ]);
    expect([...prices.keys()]).toEqual([feedId(2)]);
  });

  it('ignores signed extra bytes of a message but rejects a signed message that is too short', () => {
    const tailed = Buffer.concat([priceMessage(1), Buffer.from('tail')]);
    expect(verifyUpdate(asBinary(signedBlob([tailed])), localTrust()).prices.size).toBe(1);

    const short = priceMessage(1).subarray(0, 84);
    const { blobs } = verifyUpdate(asBinary(signedBlob([priceMessage(2), short])), localTrust());
    expect(blobs).toMatchObject([{ ok: false, error: { check: 'message' } }]);
  });

  it('reads 64-bit numbers exactly', () => {
    const fields = { price: -(2n ** 63n), conf: 2n ** 64n - 1n, emaPrice: 2n ** 63n - 1n };
    const { prices } = verifyUpdate(asBinary(signedBlob([priceMessage(1, fields)])), localTrust());
    expect(prices.get(feedId(1))).toMatchObject(fields);
  });

  it('verifies 13 signatures of a set of 19', () => {
    const identity = createIdentity({ signers: 19, quorum: 13 });
    const trust = localTrust(identity);
    const blob = signedBlob([priceMessage(1)], { identity });
    expect(verifyUpdate(asBinary(blob), trust).prices.size).toBe(1);

    const short = signedBlob([priceMessage(1)], { identity: { ...identity, quorum: 12 } });
    expect(verifyUpdate(asBinary(short), trust).blobs).toMatchObject([
      { ok: false, error: { check: 'quorum', problem: { signerCount: 12, setSize: 19 } } },
    ]);
  });

  it('proves nothing for an update without blobs, and limits the number of blobs', () => {
    expect(verifyUpdate(asBinary(), localTrust())).toMatchObject({ blobs: [], stakeCaps: null });

    const { blobs } = verifyUpdate(
      asBinary(...Array.from({ length: 130 }, () => Buffer.alloc(1))),
      localTrust(),
    );
    expect(blobs.map((blob) => (blob.ok ? 'ok' : blob.error.check)).slice(127)).toEqual([
      'truncated',
      'size',
      'size',
    ]);
  });
});

describe('the cache of signers', () => {
  it('skips recovering the signatures of a known envelope, but no other checks', () => {
    const cache = createSignerCache();
    const spy = vi.spyOn(cache, 'set');
    const blob = signedBlob([priceMessage(1)]);
    const verify = (trust = localTrust()) => verifyUpdate(asBinary(blob), trust, cache).blobs[0];

    expect(verify()).toMatchObject({ ok: true });
    expect(verify()).toMatchObject({ ok: true });
    expect(spy).toHaveBeenCalledTimes(1);

    const others = createIdentity({ seed: 'others' });
    expect(verify(localTrust(others))).toMatchObject({ ok: false, error: { check: 'signature' } });
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('drops the least recently used envelope', () => {
    const cache = createSignerCache(2);
    cache.set('a', ['1']);
    cache.set('b', ['2']);
    cache.get('a');
    cache.set('c', ['3']);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([['1'], undefined, ['3']]);
  });
});
