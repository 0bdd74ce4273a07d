import { checkProof, type CheckedProof } from '@/lib/domain/proofs/check-proof.ts';
import { PROOF_FORMAT, type NotSigned, type ProofFile } from '@/lib/domain/proofs/proof-file.ts';
import { readProof } from '@/lib/domain/proofs/read-proof.ts';
import type { TrustProfile } from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { signPriceUpdate, type SigningOptions } from '../../../price-service/signing.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';

export const PUBLISHED = 1_795_219_203;

export const LOCAL_PROFILES = resolveProfiles(trustInLocal()).profiles;

/** The signed bytes of a price with two decimals and a ± of 1.00. */
export function signedBytes(id: string, price: string, options: SigningOptions = {}): string {
  const item = parsedItem(id, price, PUBLISHED, 4_488_048_007);
  return signPriceUpdate([item], { ...options, encoding: 'base64' }).binary.data[0]!;
}

/** A proof of Bitcoin for 65,012.45. */
export function proofOf(
  notSigned: Partial<NotSigned> = {},
  prices: readonly string[] = [signedBytes(BTC, '6501245')],
): ProofFile {
  return {
    format: PROOF_FORMAT,
    version: 1,
    prices: [...prices],
    notSigned: { savedAt: (PUBLISHED + 100) * 1_000, names: ['BTC/USD'], ...notSigned },
  };
}

export function alertAt(
  value: string,
  side: 'above' | 'below' = 'above',
): Required<Pick<NotSigned, 'alert'>> {
  const text = `BTC/USD rose above ${value}`;
  return { alert: { text, triggeredAt: (PUBLISHED + 1) * 1_000, level: { side, value } } };
}

/** 2.5 Bitcoin for 64,000 and −10 ether for 3,500. */
export function holdingsOf(quantity = '2.5', time = PUBLISHED): ProofFile {
  const lineOf = (name: string, price: number, amount: string) => ({
    name,
    quantity: amount,
    factors: [{ price, isInverse: false }],
    rate: null,
  });
  const lines = [lineOf('BTC/USD', 0, quantity), lineOf('ETH/USD', 1, '-10')];
  const holdings = { group: 'Savings', time: time * 1_000, currency: 'USD', lines };
  return proofOf({ names: ['BTC/USD', 'ETH/USD'], holdings }, [
    signedBytes(BTC, '6400000'),
    signedBytes(ETH, '350000'),
  ]);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads and checks a file as the options page does. */
export async function check(
  file: unknown,
  profiles: readonly TrustProfile[] = LOCAL_PROFILES,
): Promise<CheckedProof> {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  return checkProof(readProof(bytesOf(text)), profiles, new AbortController().signal);
}
