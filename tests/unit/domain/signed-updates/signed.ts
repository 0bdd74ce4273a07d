import { signMessages } from '../../../price-service/signing.ts';
import { createIdentity, profileOf } from '../../../price-service/test-signers.ts';
import type { SigningIdentity } from '../../../price-service/test-signers.ts';
import { encodePriceMessage } from '../../../price-service/update-encoding.ts';
import type { PriceFields } from '../../../price-service/update-encoding.ts';
import { checkCustomProfile } from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import type { Trust, TrustProfile } from '@/lib/domain/signed-updates/trust/trust-profile.ts';

export const SLOT = 600n;
export const TIMESTAMP = 1_790_000_000;

export function feedId(feed: number): string {
  return feed.toString(16).padStart(64, '0');
}

export function priceMessage(feed: number, fields: Partial<PriceFields> = {}): Uint8Array {
  return encodePriceMessage({
    id: feedId(feed),
    price: 6_350_230_500_000n,
    conf: 1_985_500_000n,
    expo: -8,
    publishTime: BigInt(TIMESTAMP),
    prevPublishTime: BigInt(TIMESTAMP - 1),
    emaPrice: -6_349_000_000_000n,
    emaConf: 1_900_000_000n,
    ...fields,
  });
}

/** One blob with a small tree, so that the tests that change every byte are fast. */
export function signedBlob(
  messages: readonly Uint8Array[],
  options: {
    seed?: string;
    identity?: SigningIdentity;
    slot?: bigint;
    depth?: number;
  } = {},
): Buffer {
  const { seed, slot = SLOT, depth = 3 } = options;
  const identity = options.identity ?? createIdentity(seed === undefined ? {} : { seed });
  const [blob] = signMessages(messages, { slot, timestamp: TIMESTAMP, identity, depth });
  if (blob === undefined) throw new Error('Nothing to sign');
  return Buffer.from(blob);
}

export function profileOfIdentity(identity: SigningIdentity): TrustProfile {
  const checked = checkCustomProfile(profileOf(identity), []);
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  return checked.profile;
}

export function localTrust(identity: SigningIdentity = createIdentity()): Trust {
  return { profiles: [profileOfIdentity(identity)], nowMs: TIMESTAMP * 1000 };
}

export function asBinary(...blobs: readonly Uint8Array[]) {
  return { encoding: 'hex', data: blobs.map((blob) => Buffer.from(blob).toString('hex')) };
}
