import { isMap } from '../../base/is-map.ts';
import { CODES_WITHOUT_DATA } from '../../domain/signed-updates/verification-codes.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import {
  hasShape,
  isInteger,
  isMapOf,
  isNullOr,
  isNumber,
  isOneOf,
  isText,
  isTextLike,
  isTrueOrFalse,
  type Guard,
} from '../guards.ts';
import { loadedSchemas } from '../load-schemas.ts';
import { prepareStored, type StoredFormat } from '../parse-stored.ts';
import type { Preparation } from '../preparation.ts';
import type {
  FailedCheck,
  MissingReason,
  Proof,
  StoredPrice,
} from '../../domain/prices/stored-price.ts';
import { isMissingReason } from '../service-problem-guard.ts';
import { defineStoredItem } from '../stored-item.ts';
import { withoutUnverified } from '../../domain/prices/without-unverified.ts';

const isIntegerText = isTextLike(/^-?\d{1,1000}$/);
const isReason = hasShape({ code: isOneOf(...CODES_WITHOUT_DATA) });

const isVerified = hasShape<Extract<Proof, { state: 'verified' }>>({
  state: isOneOf('verified'),
  signerCount: isNumber,
  setSize: isNumber,
  profileName: isText,
  isBuiltIn: isTrueOrFalse,
  trust: isText,
});
const isUnchecked = hasShape<Extract<Proof, { state: 'unchecked' }>>({
  state: isOneOf('unchecked'),
  reason: isReason,
  trust: isText,
});

/** Whether a stored price needs no schema. */
export const isStoredPrice: Guard<StoredPrice> = hasShape<StoredPrice>({
  price: isIntegerText,
  conf: isIntegerText,
  expo: isInteger,
  publishTime: isNumber,
  emaPrice: isIntegerText,
  emaConf: isIntegerText,
  emaExpo: isInteger,
  slot: isNullOr(isNumber),
  prevPublishTime: isNullOr(isNumber),
  proofAvailableTime: isNullOr(isNumber),
  receivedAt: isNumber,
  direction: isOneOf(-1, 0, 1),
  proof: (proof): proof is Proof | undefined =>
    proof === undefined || isVerified(proof) || isUnchecked(proof),
});

const PRICE_FORMAT: StoredFormat<StoredPrice | undefined> = {
  looksRight: isStoredPrice,
  schema: ({ price }) => price,
  fallback: undefined,
};

/** Loads what `parseStoredPrice` needs for a raw price; `undefined` if it has everything. */
export function prepareStoredPrice(raw: unknown): Preparation {
  return prepareStored(raw, PRICE_FORMAT);
}

/**
 * Checks a stored price; `undefined` if it is missing or damaged. Its proof may be outdated. Await
 * `prepareStoredPrice` first.
 */
export function parseStoredPrice(raw: unknown): StoredPrice | undefined {
  return isStoredPrice(raw) ? raw : loadedSchemas()?.price.safeParse(raw).data;
}

/** The last prices before the browser closed, by feed id. Rarely written; proofs may be outdated. */
export const lastKnownPrices = defineStoredItem<Record<FeedId, StoredPrice>>('local:lastKnown', {
  looksRight: isMapOf(isStoredPrice),
  schema: (schemas) => schemas.lastKnown,
  migrations: [withoutProofTexts],
  fallback: {},
});

/** Version 1 stored proofs as texts. The next update proves the price again. */
function withoutProofTexts(old: unknown): unknown {
  if (!isMap(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([id, raw]) => {
      const price = withoutUnverified(raw);
      if (!isMap(price)) return [id, price];
      const { proof: _, ...others } = price;
      return [id, others];
    }),
  );
}

/** When the service last answered with prices; 0: not in this session. */
export const lastAskedAt = defineStoredItem<UnixMilliseconds>('session:lastAskedAt', {
  looksRight: isNumber,
  schema: (schemas) => schemas.time,
  fallback: 0,
});

/** Why the service has no price for a feed of the watchlist, by feed id. */
export const missingFeeds = defineStoredItem<Record<FeedId, MissingReason>>(
  'session:missingFeeds',
  {
    looksRight: isMapOf(isMissingReason),
    schema: (schemas) => schemas.missingFeeds,
    fallback: {},
  },
);

/** The feeds whose prices fail verification, by feed id. */
export const failedChecks = defineStoredItem<Record<FeedId, FailedCheck>>('session:failedChecks', {
  looksRight: isMapOf(hasShape<FailedCheck>({ reason: isReason, at: isNumber, trust: isText })),
  schema: (schemas) => schemas.failedChecks,
  fallback: {},
});
