import { useEffect, useMemo, useState } from 'react';
import { changeSince, type Change } from '@/lib/domain/history/change.ts';
import { changeOfHoldings, type HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import type { Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import { rateText } from '@/lib/domain/history/past-price.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { references } from '@/lib/storage/values/history.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import { toMilliseconds, type FeedId, type UnixMilliseconds } from '@/lib/base/units.ts';
import { useClock, useMinute } from '../shared/hooks/clock.ts';
import { inLaterFrame } from '../shared/hooks/later-frame.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useQuotedStore, type PriceStore } from '../shared/hooks/use-latest-price.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { subscribeStored, useStored } from '../shared/hooks/use-stored.ts';
import { useValuationInputs, type ValuationInputs } from './valuation-inputs.ts';
import { factsNow, feedsOf, positionsOf, valuationNow, type Prices } from './valuation-now.ts';

export interface Worth {
  readonly valuation: Valuation;
  readonly currency: string;
  /** Time by the local clock. */
  readonly atMs: UnixMilliseconds;
}

/**
 * Updated at most once per frame; `null` until everything is read. @param ids the same array until
 * the feeds change @param showsStale whether to update stale marks, which long lists do not need
 */
export function useValuation(ids: readonly FeedId[], showsStale = true): Worth | null {
  const inputs = useValuationInputs();
  const store = useQuotedStore();
  // Markets open and close at whole minutes.
  const minuteMs = toMilliseconds(useMinute());
  const atMs = Math.max(minuteMs, usePriceFrames({ ids, inputs, store, showsStale }));
  return useMemo(() => worthAt(ids, inputs, { store, atMs }), [ids, inputs, store, atMs]);
}

// Rows that move while the user is reading them are worse than a slightly outdated order.
const ORDER_EVERY_MS = 5_000;

/** Like {@link useValuation}, but updated only every few seconds. */
export function useValuationAtTimes(ids: readonly FeedId[]): Worth | null {
  const inputs = useValuationInputs();
  const store = useQuotedStore();
  const atMs = useClock((ms) => Math.floor(ms / ORDER_EVERY_MS) * ORDER_EVERY_MS);
  return useMemo(() => worthAt(ids, inputs, { store, atMs }), [ids, inputs, store, atMs]);
}

function worthAt(
  ids: readonly FeedId[],
  inputs: ValuationInputs | null,
  prices: Prices,
): Worth | null {
  if (!inputs) return null;
  const { atMs } = prices;
  return { valuation: valuationNow(ids, inputs, prices), currency: inputs.currency, atMs };
}

/**
 * The total's change over the chosen period, as of `worth`. @param ids the same array until the
 * feeds change
 */
export function useHoldingsChange(
  ids: readonly FeedId[],
  worth: Worth | null,
): HoldingsChange | null {
  const inputs = useValuationInputs();
  const store = useQuotedStore();
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  const requiredTrust = useRequiredTrust();
  const nowSeconds = useMinute();
  return useMemo(() => {
    if (!inputs || !worth || !texts) return null;
    const all = feedsOf(ids, inputs);
    const changeOf = (id: FeedId, ownId: FeedId): Change => {
      const latest = store.read(id)?.price;
      const price = latest ? toDecimal(latest.price, latest.expo) : null;
      const own = texts[ownId] ?? null;
      const text = id === ownId ? own : rateText(texts, id, own);
      const attributes = inputs.attributes[ownId];
      const span = { text, period, nowSeconds, requiredTrust, attributes };
      return price ? changeSince(price, span) : { none: 'waiting' };
    };
    return changeOfHoldings(
      positionsOf(ids, inputs),
      inputs.currency,
      inputs.feeds,
      factsNow(all, inputs, { store, atMs: worth.atMs }),
      changeOf,
    );
  }, [ids, inputs, worth, store, period, texts, requiredTrust, nowSeconds]);
}

interface FollowedPrices {
  ids: readonly FeedId[];
  inputs: ValuationInputs | null;
  store: PriceStore;
  showsStale: boolean;
}

/** Time of the last change to these prices and rates; 0 at first. */
function usePriceFrames({ ids, inputs, store, showsStale }: FollowedPrices): UnixMilliseconds {
  const [atMs, setTime] = useState(0);
  const all = useMemo(() => (inputs ? feedsOf(ids, inputs) : []), [ids, inputs]);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const next = (): void => {
      cancel ??= inLaterFrame(() => {
        cancel = undefined;
        setTime(Date.now());
      });
    };
    const stops = [
      ...all.map((id) => store.subscribe(id, next)),
      ...(showsStale ? [subscribeStored(lastAskedAt, next)] : []),
    ];
    // A price may have arrived since the render.
    next();
    return () => {
      cancel?.();
      for (const stop of stops) stop();
    };
  }, [all, store, showsStale]);
  return atMs;
}
