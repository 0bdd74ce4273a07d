import { expect, it, vi } from 'vitest';
import { toSignedPrice } from '@/lib/domain/receipts/to-signed-price.ts';
import { MAX_UPDATE_TEXT } from '@/lib/domain/signed-updates/signed-price.ts';
import { toSinglePriceUpdate } from '@/lib/domain/signed-updates/single-price.ts';
import type { VerifiedPrice } from '@/lib/domain/signed-updates/verify.ts';

vi.mock('@/lib/domain/signed-updates/single-price.ts', () => ({ toSinglePriceUpdate: vi.fn() }));

const PROOF = {
  profileName: 'Local',
  emitterChain: 1,
  emitterAddress: 'ab',
  setIndex: 0,
  quorum: 1,
};
const SIGNED = { blob: 0, proof: { ...PROOF, setKeys: ['aa'] } } as unknown as VerifiedPrice;
const BINARY = { encoding: 'hex', data: ['00'] } as const;
// Three bytes are four characters.
const MOST_BYTES = Math.floor(MAX_UPDATE_TEXT / 4) * 3;

it('bytes that are too long to be genuine, or that have no such price, are no signed price', () => {
  const of = (bytes: Uint8Array | null) => {
    vi.mocked(toSinglePriceUpdate).mockReturnValue(bytes as never);
    return toSignedPrice(SIGNED, BINARY);
  };
  const { profileName: name, ...emitter } = PROOF;
  expect(of(new Uint8Array(MOST_BYTES))).toMatchObject({
    update: expect.any(String),
    signers: { name, ...emitter, keys: ['aa'] },
  });
  expect(of(new Uint8Array(MOST_BYTES + 3))).toBeNull();
  expect(of(null)).toBeNull();
});
