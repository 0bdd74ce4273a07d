import type { FeedFacts } from '@/lib/domain/holdings/ingredients.ts';
import { positionOf, type Position } from '@/lib/domain/holdings/position.ts';
import { valueHoldings, type Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import { conditionOf } from '@/lib/domain/prices/condition.ts';
import { currencyFeedIds } from '@/lib/storage/values/currency.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import { isProven } from '@/lib/domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { clockSkewMs } from '../shared/hooks/clock.ts';
import type { PriceStore } from '../shared/hooks/use-latest-price.ts';
import { readStored } from '../shared/hooks/use-stored.ts';
import type { ValuationInputs } from './valuation-inputs.ts';

/** Prices as quoted, with the time of the local clock. */
export interface Prices {
  store: PriceStore;
  atMs: UnixMilliseconds;
}

/** Missing and damaged holdings have no positions. */
export function positionsOf(
  ids: readonly FeedId[],
  { held, attributes }: ValuationInputs,
): readonly Position[] {
  return ids.flatMap((id) => {
    const holding = held[id];
    return (holding && positionOf(id, holding, attributes[id])) ?? [];
  });
}

export function valuationNow(
  ids: readonly FeedId[],
  inputs: ValuationInputs,
  prices: Prices,
): Valuation {
  const { currency, feeds } = inputs;
  return valueHoldings(
    positionsOf(ids, inputs),
    currency,
    feeds,
    factsNow(feedsOf(ids, inputs), inputs, prices),
  );
}

/** The given feeds and those that convert their prices. */
export function feedsOf(ids: readonly FeedId[], { feeds }: ValuationInputs): readonly FeedId[] {
  return [...new Set([...ids, ...currencyFeedIds(feeds)])];
}

export function factsNow(
  ids: readonly FeedId[],
  inputs: ValuationInputs,
  prices: Prices,
): ReadonlyMap<FeedId, FeedFacts> {
  return new Map(ids.map((id) => [id, factsOf(id, inputs, prices)]));
}

/** Uses the same rules as the feed's own row. */
function factsOf(id: FeedId, inputs: ValuationInputs, { store, atMs }: Prices): FeedFacts {
  const missing = inputs.missing[id];
  const price = store.read(id)?.price;
  const condition = conditionOf({
    attributes: inputs.attributes[id],
    price,
    lastAskedAtMs: readStored(lastAskedAt) ?? 0,
    limitSeconds: inputs.limitSeconds,
    nowMs: atMs,
    skewMs: clockSkewMs(),
  });
  return {
    // A feed that the service no longer offers shows no price either.
    price: missing === undefined || missing === 'no-data' ? price : undefined,
    missing,
    failed: inputs.failed[id],
    isClosed: condition === 'closed',
    isStale: condition === 'stale',
    isProven: !inputs.isVerifying || isProven(price),
  };
}
