import { describe, expect, it } from 'vitest';
import { checkProof, isVerified, type CheckedProof } from '@/lib/domain/proofs/check-proof.ts';
import { MAX_PRICES } from '@/lib/domain/proofs/proof-file.ts';
import { readProof } from '@/lib/domain/proofs/read-proof.ts';
import { decodeBytes } from '@/lib/domain/signed-updates/bytes.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { toSinglePriceUpdate } from '@/lib/domain/signed-updates/single-price.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { signPriceUpdate } from '../../../price-service/signing.ts';
import { createIdentity } from '../../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';
import { capturedUpdate, hasCaptured } from '../signed-updates/captured.ts';
import {
  alertAt,
  bytesOf,
  check,
  holdingsOf,
  LOCAL_PROFILES,
  proofOf,
  PUBLISHED,
  signedBytes,
} from './builders.ts';

const BUILT_IN = [PYTH_ROUTERS, WORMHOLE_MAINNET];

function codesOf({ prices }: CheckedProof): (string | null)[] {
  return prices.map((price) => (isVerified(price) ? null : price.code));
}

describe('a proof', () => {
  it('is valid if trusted signers signed its price', async () => {
    const { verdict, prices } = await check(proofOf());
    expect(verdict).toBe('valid');
    expect(prices).toMatchObject([{ id: BTC, price: 6_501_245n, publishTime: PUBLISHED }]);
  });

  it('is not valid by signers that the user does not trust', async () => {
    const checked = await check(proofOf(), BUILT_IN);
    expect(checked.verdict).toBe('invalid');
    expect(codesOf(checked)).toEqual(['unknown-emitter']);
  });

  it('is not valid by other keys for a built-in emitter', async () => {
    const { emitterAddress } = WORMHOLE_MAINNET;
    const identity = createIdentity({
      seed: 'attacker',
      emitterChain: 26,
      emitterAddress,
      setIndex: 4,
    });
    const file = proofOf({}, [signedBytes(BTC, '6501245', { identity })]);
    expect((await check(file, BUILT_IN)).verdict).toBe('invalid');
  });

  it('is not valid once any byte is another one', async () => {
    const bytes = Uint8Array.fromBase64(signedBytes(BTC, '6501245'));
    // The minor version of the format is not signed, and may be any.
    for (const place of [...bytes.keys()].filter((each) => each % 7 === 0 && each !== 5)) {
      const update = bytes.with(place, bytes[place]! ^ 1).toBase64();
      const checked = await check(proofOf({}, [update]));
      expect(checked.verdict, `byte ${place}`).toBe('invalid');
      expect(checked.prices.filter(isVerified)).toEqual([]);
    }
  });

  it('is not valid if one price of several is not', async () => {
    const file = proofOf({}, [signedBytes(BTC, '6501245'), 'UE5BVQ==', signedBytes(ETH, '350017')]);
    const checked = await check(file);
    expect(checked.verdict).toBe('invalid');
    expect(codesOf(checked)).toEqual([null, expect.any(String), null]);
  });

  it.each([
    ['65012.44', 'above', true],
    ['65012.45', 'above', false],
    ['65012.450000000000000001', 'above', false],
    ['65012.45', 'below', false],
    ['65012.46', 'below', true],
  ] as const)('is valid only if the price is beyond the level: %s %s', async (value, side, is) => {
    const { verdict, isBeyondLevel } = await check(proofOf(alertAt(value, side)));
    expect([verdict, isBeyondLevel]).toEqual([is ? 'valid' : 'invalid', is]);
  });

  it('without a level proves the price alone', async () => {
    const { alert } = alertAt('1');
    const { verdict, isBeyondLevel } = await check(proofOf({ alert: { ...alert!, level: null } }));
    expect([verdict, isBeyondLevel]).toEqual(['valid', null]);
  });

  it('with two prices in one part is damaged: names would refer to the wrong price', async () => {
    const items = [BTC, ETH].map((id) => parsedItem(id, '6501245', PUBLISHED, 4_488_048_007));
    const { binary } = signPriceUpdate(items, { encoding: 'base64' });
    await expect(check(proofOf({}, binary.data))).rejects.toThrow('Not one price.');
    // An update of version 0.2.0 has no names.
    expect((await check({ binary })).prices).toHaveLength(2);
  });

  it('checks no more than eight bad signatures', async () => {
    const good = signedBytes(BTC, '6501245');
    const identity = createIdentity({ seed: 'attacker' });
    const bad = signedBytes(BTC, '6501245', { identity });
    const prices = [...Array.from({ length: 9 }, () => bad), good];
    const checked = await check(proofOf({}, prices));
    expect(codesOf(checked)).toEqual([
      ...Array.from({ length: 8 }, () => 'bad-signature'),
      'too-many-bad-signatures',
      'too-many-bad-signatures',
    ]);
  });

  it('of more prices than a proof file may have is damaged', async () => {
    const items = Array.from({ length: 250 }, (_, n) =>
      parsedItem(n.toString(16).padStart(64, '0'), '1', PUBLISHED, 4_488_048_007),
    );
    const [part = ''] = signPriceUpdate(items, { encoding: 'base64' }).binary.data;
    const parts = (count: number) => Array.from({ length: count }, () => part).join('\n');
    expect((await check(parts(2))).prices).toHaveLength(MAX_PRICES);
    await expect(check(parts(3))).rejects.toThrow('Too many prices.');
  });

  it.each([
    ['an exponent', { expo: -401 }],
    ['a time', { publish_time: 253_402_300_800 }],
  ])('with %s that cannot be shown is damaged, whoever signed it', async (_, part) => {
    const item = parsedItem(BTC, '6501245', PUBLISHED, 4_488_048_007);
    const ema = 'expo' in part ? { expo: part.expo } : {};
    const changed = {
      ...item,
      price: { ...item.price, ...part },
      ema_price: { ...item.ema_price, ...ema },
    };
    const { binary } = signPriceUpdate([changed], { encoding: 'base64' });
    await expect(check(proofOf({}, binary.data))).rejects.toThrow('Beyond what can be shown.');
  });

  it('is no longer checked once nobody waits for it', async () => {
    const abort = new AbortController();
    const file = proofOf({}, [signedBytes(BTC, '1'), signedBytes(BTC, '2')]);
    const checking = checkProof(
      readProof(bytesOf(JSON.stringify(file))),
      LOCAL_PROFILES,
      abort.signal,
    );
    abort.abort(new Error('Not needed.'));
    await expect(checking).rejects.toThrow('Not needed.');
  });
});

describe('holdings', () => {
  it('have values and a total that follow from the signed prices', async () => {
    const { verdict, values } = await check(holdingsOf());
    expect(verdict).toBe('valid');
    expect(values?.total?.price).toEqual({ mantissa: 125_000n, expo: 0 });
    expect(values?.lines.map((value) => value?.price.mantissa)).toEqual([1_600_000n, -350_000n]);
  });

  it('with another quantity have other values: nothing in the file can contradict them', async () => {
    const { values } = await check(holdingsOf('3'));
    expect(values?.total?.price).toEqual({ mantissa: 157_000n, expo: 0 });
  });

  it('without the price of a line are not valid', async () => {
    const file = holdingsOf();
    const [only = ''] = file.prices;
    const { verdict, values } = await check({ ...file, prices: [only] });
    expect([verdict, values?.total]).toEqual(['invalid', null]);
    expect(values?.lines).toEqual([expect.anything(), null]);
  });

  it('with many divisors are damaged: their sum would take minutes', async () => {
    const file = holdingsOf();
    const [line] = file.notSigned.holdings!.lines;
    const lines = Array.from({ length: 51 }, (_, n) => ({
      ...line!,
      rate: { by: 'per' as const, value: `1.${'3'.repeat(90)}${n}` },
    }));
    const with51 = { ...file.notSigned.holdings!, lines };
    const damaged = { ...file, notSigned: { ...file.notSigned, holdings: with51 } };
    await expect(check(damaged)).rejects.toThrow('Too many divisors.');
    with51.lines = lines.slice(1);
    expect((await check(damaged)).verdict).toBe('valid');
  });
});

describe.skipIf(!hasCaptured)('a price of a captured update', () => {
  it.each(['router-set0', 'router-set1', 'wormhole-set3', 'wormhole-set4'])(
    'is valid by the built-in signers: %s',
    async (start) => {
      const { encoding, data, vaa_time: nowSeconds } = capturedUpdate(start);
      const trust = { profiles: BUILT_IN, nowMs: nowSeconds * 1_000, history: true };
      const [price] = verifyUpdate({ encoding, data }, trust).prices.values();
      const bytes = decodeBytes(data[price!.blob], encoding);
      const update = toSinglePriceUpdate(bytes, price!)!.toBase64();
      expect((await check(proofOf({}, [update]), BUILT_IN)).verdict).toBe('valid');
    },
  );
});
