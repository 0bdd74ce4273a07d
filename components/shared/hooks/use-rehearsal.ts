import { useEffect, useState } from 'react';
import type { InSlices } from '@/lib/domain/alerts/engine/candle-history.ts';
import { isRehearsable } from '@/lib/domain/alerts/engine/rehearse.ts';
import { watchingOf } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { readPastPrices, readPastValues, type PastPrices } from '@/lib/pages/alerts/past-prices.ts';
import { inSlices, rehearse, weeklyLevel, type Rehearsed } from '@/lib/pages/alerts/rehearse.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { candlesStoredAt, rehearsedFeeds } from '@/lib/storage/values/candles.ts';
import type { Basket } from '@/lib/domain/holdings/basket.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { useAreCandlesAllowed } from './use-are-candles-allowed.ts';
import { useRequiredTrust } from './use-market.ts';
import { useStored } from './use-stored.ts';

/** How often an alert would have triggered, calculated while the user writes it. */
export interface Rehearsing {
  /** The last rehearsal; `null`: none yet. */
  readonly rehearsed: { readonly rule: AlertRule; readonly result: Rehearsed | null } | null;
  /** Whether the rule has changed since the last rehearsal. */
  readonly isLate: boolean;
  /** Whether the rule depends on prices at all. */
  readonly isPossible: boolean;
  /** A plain decimal: the level for about one trigger a week; `null`: not known. */
  readonly weekly: string | null;
  /** `undefined` until they have been read. */
  readonly past: PastPrices | undefined;
}

/** What the alert is about. */
interface RehearsedSubject {
  id: string;
  attributes: FeedAttributes;
  /** What a figure is calculated from; `null` for a feed's price, and until it is known. */
  basket: Basket | null;
}

/** Time to wait after the last change of the rule. */
const WAIT_MS = 300;

/**
 * Rehearses an alert after each change. @param subject `null`: no alert is being written, or its
 * figures are hidden @param rule `null`: not valid
 */
export function useRehearsal(subject: RehearsedSubject | null, rule: AlertRule | null): Rehearsing {
  const past = usePastPrices(subject);
  const shown = useRun(rule, past, rehearse);
  const weekly = useRun(rule && withoutLevel(rule), past, weeklyLevel);
  const isPossible = subject !== null && (rule === null || isRehearsable(rule));
  return {
    rehearsed: isPossible && rule ? shown : null,
    isPossible,
    isLate: keyOf(shown?.rule ?? null) !== keyOf(rule),
    weekly: weekly?.result ?? null,
    past,
  };
}

const SHORTEST_SECONDS = 60;
const MONTH_DAYS = 30;
const NO_SUBJECT: RehearsedSubject = { id: '', attributes: {}, basket: null };

/**
 * The known prices of the last 30 days; the worker fetches missing ones. `undefined` until they have
 * been read.
 */
function usePastPrices(subject: RehearsedSubject | null): PastPrices | undefined {
  const { id, attributes, basket } = subject ?? NO_SUBJECT;
  const areCandlesAllowed = useAreCandlesAllowed();
  const requiredTrust = useRequiredTrust();
  const followed = useStored(followedFeeds);
  const [read, setRead] = useState<{ key: string; past: PastPrices }>();
  const isFeed = subjectOf(id).kind === 'feed';
  const idList = (isFeed ? [id] : (basket?.feedIds ?? [])).join();
  const key = `${id} ${idList} ${basket?.basis} ${areCandlesAllowed} ${requiredTrust}`;

  useEffect(() => {
    if (idList === '') return undefined;
    void rehearsedFeeds.update(() => idList.split(','));
    return () => {
      // Another form may have set its own feeds meanwhile.
      void rehearsedFeeds.update((now) => (now.join() === idList ? [] : now));
    };
  }, [idList]);

  useEffect(() => {
    if (isFeed ? id === '' : !basket || !followed) return undefined;
    const state = { isMounted: true, isComplete: false };
    const update = async (): Promise<void> => {
      if (state.isComplete) return;
      const past = await (basket && followed
        ? readPastValues(basket, { attributes: followed, areCandlesAllowed })
        : readPastPrices(id, { attributes, areCandlesAllowed, requiredTrust }));
      if (!state.isMounted) return;
      state.isComplete = isWhole(past);
      setRead({ key, past });
    };
    const stopWatching = candlesStoredAt.watch(() => void update());
    void update();
    return () => {
      state.isMounted = false;
      stopWatching();
    };
  }, [id, isFeed, attributes, basket, followed, areCandlesAllowed, requiredTrust, key]);

  return read?.key === key ? read.past : undefined;
}

/** Whether no better candles can come: newer ones hardly matter. */
function isWhole({ candles, areCloses }: PastPrices): boolean {
  if (!candles) return false;
  return areCloses ? candles.days >= MONTH_DAYS : candles.length <= SHORTEST_SECONDS;
}

interface Run<T> {
  rule: AlertRule;
  result: T;
}

/** The latest finished run, which may be of an earlier rule. */
function useRun<T>(
  rule: AlertRule | null,
  past: PastPrices | undefined,
  start: (rule: AlertRule, past: PastPrices) => InSlices<T>,
): Run<T> | null {
  const [done, setDone] = useState<Run<T> | null>(null);
  const held = useSame(rule);

  useEffect(() => {
    if (!held || !past) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async (): Promise<void> => {
      const result = await inSlices(start(held, past), signal);
      if (result !== undefined) setDone({ rule: held, result });
    };
    const timer = setTimeout(() => void run(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [held, past, start]);

  return done;
}

/** Returns the same object until the rule's condition changes. */
function useSame(rule: AlertRule | null): AlertRule | null {
  const [held, setHeld] = useState(rule);
  if (keyOf(held) === keyOf(rule)) return held;
  setHeld(rule);
  return rule;
}

function keyOf(rule: AlertRule | null): string | null {
  return rule && watchingOf(rule);
}

function withoutLevel(rule: AlertRule): AlertRule {
  const { trigger } = rule;
  return 'level' in trigger ? { ...rule, trigger: { ...trigger, level: '0' } } : rule;
}
