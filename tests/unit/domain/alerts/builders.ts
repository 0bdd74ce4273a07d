import { evaluate, type EvaluationInputs } from '@/lib/domain/alerts/engine/evaluate.ts';
import type { FeedCheck } from '@/lib/domain/alerts/engine/feed-watch.ts';
import { feedWatchSchema, type FeedWatch } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { firingSchema, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import {
  alertRuleSchema,
  type AlertRule,
  type AlertRuleInput,
} from '@/lib/domain/alerts/model/rule.ts';
import { alertStateSchema, type AlertState } from '@/lib/domain/alerts/model/state.ts';
import type { Trigger, TriggerOf } from '@/lib/domain/alerts/model/trigger.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';

export const FEED_ID = 'e6'.repeat(32);
/** 2026-11-21T00:00:00Z, unix seconds. */
export const START = 1_795_219_200;

/** Seconds after the start as unix milliseconds. */
export const ms = (at: number): number => (START + at) * 1_000;

/** A rule with its defaults filled in. */
export function makeRule(trigger: Trigger, options: Partial<AlertRuleInput> = {}): AlertRule {
  return alertRuleSchema.parse({ id: 'a', feedId: FEED_ID, trigger, ...options });
}

export const REPEATING = { mode: 'repeating', cooldownSeconds: 60 } as const;

export function makeFiring(change: Partial<Firing>): Firing {
  return firingSchema.parse({
    id: 'f',
    alertId: 'a',
    feedId: FEED_ID,
    at: 0,
    what: { kind: 'stale-while-open' },
    missed: false,
    price: null,
    delivered: 'pending',
    seenAt: null,
    ...change,
  });
}

type PriceChange = Partial<Omit<AlertPrice, 'conf'>> & { conf?: string };

/** A price given as a plain decimal; `at` is in seconds after the start. */
export function priceAt(
  at: number,
  price: string,
  { conf = '0', ...rest }: PriceChange = {},
): AlertPrice {
  const numbers = [price, conf].map((text) => {
    const parsed = parseDecimal(text);
    if (!parsed) throw new TypeError(`${text} is not a number`);
    return parsed;
  });
  const expo = Math.min(...numbers.map(({ expo: own }) => own));
  const [digits = '', confDigits = ''] = numbers.map((number) =>
    String(number.mantissa * 10n ** BigInt(number.expo - expo)),
  );
  return {
    price: digits,
    conf: confDigits,
    expo,
    publishTime: START + Math.floor(at),
    slot: null,
    marketOpen: true,
    stale: false,
    ...rest,
  };
}

/** Prices with their times: `0:99 60:101`, or `99 101` for prices one second apart. */
export type Prices = string | ReadonlyArray<Parameters<typeof priceAt>>;

export function listOf(prices: Prices): ReadonlyArray<Parameters<typeof priceAt>> {
  if (typeof prices !== 'string') return prices;
  return prices.split(' ').map((text, index) => {
    const [price = '', at = index] = text.split(':').toReversed();
    return [Number(at), price];
  });
}

export function moves(
  by: string,
  withinSeconds: number,
  direction: TriggerOf<'moves'>['direction'] = 'either',
): TriggerOf<'moves'> {
  return {
    kind: 'moves',
    direction,
    by: { unit: by.endsWith('%') ? 'percent' : 'value', amount: by.replace('%', '') },
    withinSeconds,
  };
}

/**
 * A response of the price service.
 *
 * @param at unix milliseconds
 */
export function answerOf(latest: AlertPrice, at = latest.publishTime * 1_000): FeedCheck {
  const { marketOpen, stale } = latest;
  return { subjectId: FEED_ID, isAnswer: true, at, trueAt: at, marketOpen, stale, latest };
}

export interface Played {
  states: Record<string, AlertState>;
  watch: FeedWatch | null;
  firings: Firing[];
  missed: Firing[];
}

/** Plays checks to alerts as if the worker died after each one: all state passes through JSON. */
export function createFeed(
  initial: readonly AlertRule[],
  options: Pick<EvaluationInputs, 'gap'> = {},
) {
  let rules = initial;
  let areOn = true;
  const played: Played = { states: {}, watch: null, firings: [], missed: [] };

  function play(check: FeedCheck) {
    const { states, watch } = played;
    const result = evaluate([check], {
      rulesOf: (id) => rules.filter(({ feedId }) => feedId === id),
      feeds: new Map([[FEED_ID, { states, watch, revision: 0 }]]),
      areOn,
      reportsMissed: true,
      ...options,
    });
    const after = result.feeds.get(FEED_ID);
    played.states = throughStorage(after?.states ?? states, states);
    played.watch = after ? feedWatchThroughStorage(after.watch) : watch;
    const firings = result.firings.filter(({ missed }) => !missed);
    const missed = result.firings.filter((firing) => firing.missed);
    played.firings.push(...firings);
    played.missed.push(...missed);
    return { firings, missed, states: after?.states ?? states };
  }

  return {
    played,
    play,
    /** A response; `receivedAt` is in seconds after the start. */
    price: (
      at: number,
      price: string,
      { receivedAt = at, ...more }: PriceChange & { receivedAt?: number } = {},
    ) => play(answerOf(priceAt(at, price, more), ms(receivedAt))),
    prices(prices: Prices): void {
      for (const one of listOf(prices)) this.price(...one);
    },
    tick: (seconds: number, { marketOpen = true, isAfterHours = false, stale = false } = {}) => {
      const at = ms(seconds);
      const status = { marketOpen, isAfterHours, stale, latest: null };
      return play({ subjectId: FEED_ID, isAnswer: false, at, trueAt: at, ...status });
    },
    change: (change: (rule: AlertRule) => AlertRule) => {
      rules = rules.map(change);
    },
    switchAll: (on: boolean) => {
      areOn = on;
    },
    /** A browser restart also clears the watch, unlike a new worker. */
    restartBrowser: () => {
      played.watch = null;
    },
    /** The only alert. */
    get rule(): AlertRule {
      const [rule] = rules;
      if (!rule) throw new TypeError('no rule');
      return rule;
    },
    get state(): AlertState | null {
      return played.states[this.rule.id] ?? null;
    },
  };
}

function feedWatchThroughStorage(watch: FeedWatch | null): FeedWatch | null {
  return watch && feedWatchSchema.parse(JSON.parse(JSON.stringify(watch)));
}

function throughStorage(
  states: Readonly<Record<string, AlertState>>,
  before: Readonly<Record<string, AlertState>>,
): Record<string, AlertState> {
  return Object.fromEntries(
    Object.entries(states).map(([id, state]) => {
      if (state === before[id]) return [id, state];
      const text = JSON.stringify(state);
      const parsed = alertStateSchema.parse(JSON.parse(text));
      if (JSON.stringify(parsed) !== text) throw new TypeError('the schema changed a state');
      return [id, parsed];
    }),
  );
}

/** The same prices one minute apart, so that no cooldown lasts to the next one. */
export function minutely(prices: string): string {
  const list = prices.split(' ');
  return list.map((price, index) => `${index * 60}:${price}`).join(' ');
}

/** The times (seconds after the start) at which the prices fired. */
export function firedAt(rule: AlertRule, prices: Prices): number[] {
  const feed = createFeed([rule]);
  feed.prices(prices);
  return feed.played.firings.map(({ at }) => at / 1_000 - START);
}
