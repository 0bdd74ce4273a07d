import type { FailedCheck, MissingReason, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BTC, ETH, EUR } from '../../background/feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

export const PRICE = {
  price: '6431245781203',
  conf: '1250000000',
  expo: -8,
  publishTime: 1_795_000_000,
  emaPrice: '6429000000000',
  emaConf: '1300000000',
  emaExpo: -8,
  slot: 7,
  prevPublishTime: 1_794_999_999,
  proofAvailableTime: 1_795_000_001,
  receivedAt: 1_795_000_000_400,
  direction: -1,
  proof: proofOf('verified', 'a1b2'),
} satisfies StoredPrice;

const { proof: _, ...UNPROVEN } = PRICE;

/** Proofs as texts. */
export const LAST_KNOWN_1 = {
  [BTC]: {
    ...UNPROVEN,
    proof: { state: 'verified', text: '3 of 5 · Pyth routers', trust: 'a1b2' },
  },
};

export const LAST_KNOWN_2 = { [BTC]: UNPROVEN };

export const MISSING_FEEDS = {
  [BTC]: 'unknown',
  [ETH]: 'no-data',
  [EUR]: 'not-covered',
} satisfies Record<string, MissingReason>;

export const FAILED_CHECKS = {
  [BTC]: { reason: BAD_SIGNATURE, at: 1_795_000_000_000, trust: 'a1b2' },
} satisfies Record<string, FailedCheck>;
