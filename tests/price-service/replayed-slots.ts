import type { HostileUpdate } from './hostile-updates.ts';
import { signPriceUpdate } from './signing.ts';
import { LOCAL_IDENTITY, type SigningIdentity } from './test-signers.ts';

const TIMESTAMP = 1_790_000_000;
const FIRST_SLOT = 4_475_000_000;
const FEED = '0'.repeat(64);

/**
 * An update of genuine blobs of different slots, which anyone can collect: every signature is valid,
 * so each one has to be checked. At most 128 blobs are read.
 */
export function replayedSlots(
  slots = 128,
  identity: SigningIdentity = LOCAL_IDENTITY,
): HostileUpdate {
  const blobs = Array.from({ length: slots }, (_, slot) => {
    const { binary } = signPriceUpdate([priceIn(FIRST_SLOT + slot)], {
      identity,
      encoding: 'base64',
    });
    return binary.data;
  });
  return { encoding: 'base64', data: blobs.flat() };
}

function priceIn(slot: number) {
  const figure = { price: '6350230500000', conf: '1985500000', expo: -8, publish_time: TIMESTAMP };
  return { id: FEED, price: figure, ema_price: figure, metadata: { slot } };
}
