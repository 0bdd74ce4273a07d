import { useEffect, useMemo, useState } from 'react';
import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import type { Holding, Holdings } from '@/lib/domain/holdings/holding.ts';
import type { Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import type { MarketSettings } from '@/lib/domain/market/market.ts';
import { withRates, worthChange, worthCurrency, worthIn } from '@/lib/domain/market/worth.ts';
import { references } from '@/lib/storage/values/history.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import { toMilliseconds, type FeedId, type UnixMilliseconds } from '@/lib/base/units.ts';
import { useClock, useMinute } from '../shared/hooks/clock.ts';
import { inLaterFrame } from '../shared/hooks/later-frame.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useQuotedStore, type PriceStore } from '../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../shared/hooks/use-market.ts';
import { subscribeStored, useStored } from '../shared/hooks/use-stored.ts';

export interface ShownValuation {
  readonly valuation: Valuation;
  readonly currency: string;
  /** Time by the local clock. */
  readonly atMs: UnixMilliseconds;
}

/**
 * Updated at most once per frame; `null` until everything is read. @param ids the same array until
 * the feeds change @param showsStale whether to update stale marks, which long lists do not need
 * @param supposed in place of the stored holdings
 */
export function useValuation(
  ids: readonly FeedId[],
  showsStale = true,
  supposed: Holdings | null = null,
): ShownValuation | null {
  const inputs = useInputs(supposed);
  const store = useQuotedStore();
  // Markets open and close at whole minutes.
  const minuteMs = toMilliseconds(useMinute());
  const atMs = Math.max(minuteMs, usePriceFrames({ ids, inputs, store, showsStale }));
  return useMemo(() => worthAt(ids, inputs, store, atMs), [ids, inputs, store, atMs]);
}

/** What a holding would be worth; `null` while it has no value. */
export function useSupposedWorth(id: FeedId, holding: Holding) {
  const ids = useMemo(() => [id], [id]);
  const supposed = useMemo(() => ({ [id]: holding }), [id, holding]);
  const worth = useValuation(ids, false, supposed);
  const [value] = worth?.valuation.counted ?? [];
  return worth && value ? { value, currency: worth.currency } : null;
}

/** The values that count, by which holdings are ordered. */
export function valuesOf({ counted }: Valuation) {
  return new Map(counted.map(({ feedId, price }) => [feedId, price]));
}

// Rows that move while the user is reading them are worse than a slightly outdated order.
const ORDER_EVERY_MS = 5_000;

/** Like {@link useValuation}, but updated only every few seconds. */
export function useValuationAtTimes(ids: readonly FeedId[]): ShownValuation | null {
  const inputs = useInputs();
  const store = useQuotedStore();
  const atMs = useClock((ms) => Math.floor(ms / ORDER_EVERY_MS) * ORDER_EVERY_MS);
  return useMemo(() => worthAt(ids, inputs, store, atMs), [ids, inputs, store, atMs]);
}

interface Inputs {
  settings: MarketSettings;
  held: Holdings;
}

/** `null` before everything has been read. */
function useInputs(supposed: Holdings | null = null): Inputs | null {
  const settings = useMarketSettings();
  const stored = useStored(holdings);
  const held = supposed ?? stored;
  return useMemo(() => (settings && held ? { settings, held } : null), [settings, held]);
}

function worthAt(
  ids: readonly FeedId[],
  inputs: Inputs | null,
  store: PriceStore,
  atMs: UnixMilliseconds,
): ShownValuation | null {
  if (!inputs) return null;
  const { settings, held } = inputs;
  const valuation = worthIn(marketAt(settings, store, atMs), ids, held);
  return { valuation, currency: worthCurrency(settings), atMs };
}

/**
 * The total's change over the chosen period, as of `worth`. @param ids the same array until the
 * feeds change
 */
export function useHoldingsChange(
  ids: readonly FeedId[],
  worth: ShownValuation | null,
): HoldingsChange | null {
  const inputs = useInputs();
  const store = useQuotedStore();
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  return useMemo(() => {
    if (!inputs || !worth || !texts) return null;
    const { settings, held } = inputs;
    const market = marketAt(settings, store, worth.atMs);
    return worthChange(market, ids, { holdings: held, period, texts });
  }, [ids, inputs, worth, store, period, texts]);
}

interface FollowedPrices {
  ids: readonly FeedId[];
  inputs: Inputs | null;
  store: PriceStore;
  showsStale: boolean;
}

/** Time of the last change to these prices and rates; 0 at first. */
function usePriceFrames({ ids, inputs, store, showsStale }: FollowedPrices): UnixMilliseconds {
  const [atMs, setTime] = useState(0);
  const all = useMemo(() => (inputs ? withRates(ids, inputs.settings) : []), [ids, inputs]);
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
