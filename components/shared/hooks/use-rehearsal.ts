import { useEffect, useState } from 'react';
import type { InSlices } from '@/lib/domain/alerts/engine/candle-history.ts';
import { isRehearsable } from '@/lib/domain/alerts/engine/rehearse.ts';
import { watchingOf } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { readPastPrices, type PastPrices } from '@/lib/pages/alerts/past-prices.ts';
import { inSlices, rehearse, weeklyLevel, type Rehearsed } from '@/lib/pages/alerts/rehearse.ts';
import { candlesStoredAt, rehearsedFeed } from '@/lib/storage/values/candles.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { useAreCandlesAllowed } from './use-are-candles-allowed.ts';
import { useRequiredTrust } from './use-market.ts';

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
}

/** Time to wait after the last change of the rule. */
const WAIT_MS = 300;

/**
 * Rehearses an alert on a feed's price after each change. @param subjectId `null`: no alert is
 * being written @param rule `null`: not valid
 */
export function useRehearsal(
  subjectId: string | null,
  rule: AlertRule | null,
  attributes: Record<string, string>,
): Rehearsing {
  const isOfFeed = subjectId !== null && subjectOf(subjectId).kind === 'feed';
  const past = usePastPrices(isOfFeed ? subjectId : null, attributes);
  const shown = useRun(rule, past, rehearse);
  const weekly = useRun(rule && withoutLevel(rule), past, weeklyLevel);
  const isPossible = isOfFeed && (rule === null || isRehearsable(rule));
  return {
    rehearsed: isPossible && rule ? shown : null,
    isPossible,
    isLate: keyOf(shown?.rule ?? null) !== keyOf(rule),
    weekly: weekly?.result ?? null,
  };
}

/** Prices are read again until the shortest candles are there; then newer ones hardly matter. */
const SHORTEST_SECONDS = 60;

/**
 * The known prices of a feed's last 30 days; the worker fetches missing ones. `undefined` until
 * they have been read. @param id `null`: no feed
 */
function usePastPrices(
  id: FeedId | null,
  attributes: Record<string, string>,
): PastPrices | undefined {
  const areCandlesAllowed = useAreCandlesAllowed();
  const requiredTrust = useRequiredTrust();
  const [read, setRead] = useState<{ key: string; past: PastPrices }>();
  const key = `${id} ${areCandlesAllowed} ${requiredTrust}`;

  useEffect(() => {
    if (id === null) return undefined;
    void rehearsedFeed.update(() => id);
    return () => {
      // Another form may have set its own feed meanwhile.
      void rehearsedFeed.update((now) => (now === id ? null : now));
    };
  }, [id]);

  useEffect(() => {
    if (id === null) return undefined;
    const state = { isMounted: true, isComplete: false };
    const update = async (): Promise<void> => {
      if (state.isComplete) return;
      const past = await readPastPrices(id, { attributes, areCandlesAllowed, requiredTrust });
      if (!state.isMounted) return;
      state.isComplete = past.candles !== null && past.candles.length <= SHORTEST_SECONDS;
      setRead({ key, past });
    };
    const stopWatching = candlesStoredAt.watch(() => void update());
    void update();
    return () => {
      state.isMounted = false;
      stopWatching();
    };
  }, [id, attributes, areCandlesAllowed, requiredTrust, key]);

  return read?.key === key ? read.past : undefined;
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
