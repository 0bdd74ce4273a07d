import { evaluateFeed } from '../../../lib/alerts/engine/evaluate.ts';
import {
  feedWatchSchema,
  type FeedEvent,
  type FeedWatch,
} from '../../../lib/alerts/engine/feed-watch.ts';
import type { Firing } from '../../../lib/alerts/model/firing.ts';
import {
  alertRuleSchema,
  type AlertRule,
  type AlertRuleInput,
  type Trigger,
} from '../../../lib/alerts/model/rule.ts';
import type { AlertSample } from '../../../lib/alerts/model/sample.ts';
import { alertStateSchema, type AlertState } from '../../../lib/alerts/model/state.ts';
import { parseDecimal } from '../../../lib/prices/decimal.ts';

export const FEED_ID = 'e6'.repeat(32);
/** 2026-11-21T00:00:00Z, unix seconds. */
export const START = 1_795_219_200;

/** A rule with its defaults filled in. */
export function makeRule(trigger: Trigger, options: Partial<AlertRuleInput> = {}): AlertRule {
  return alertRuleSchema.parse({ id: 'a', feedId: FEED_ID, trigger, ...options });
}

export const REPEATING = { mode: 'repeating', cooldownSeconds: 0 } as const;

/** A sample of a price given as a plain decimal; `at` is in seconds after the start. */
export function sampleAt(
  at: number,
  price: string,
  { conf = '0', ema = price, ...rest }: Partial<AlertSample> & { ema?: string } = {},
): AlertSample {
  const figures = [price, conf, ema].map((text) => {
    const parsed = parseDecimal(text);
    if (!parsed) throw new TypeError(`${text} is not a number`);
    return parsed;
  });
  const expo = Math.min(...figures.map((figure) => figure.expo));
  const [digits = '', confDigits = '', emaDigits = ''] = figures.map((figure) =>
    String(figure.mantissa * 10n ** BigInt(figure.expo - expo)),
  );
  return {
    price: digits,
    conf: confDigits,
    expo,
    emaPrice: emaDigits,
    emaConf: confDigits,
    emaExpo: expo,
    publishTime: START + Math.floor(at),
    slot: null,
    receivedAt: (START + at) * 1_000,
    marketOpen: true,
    stale: false,
    ...rest,
  };
}

export interface Played {
  states: Record<string, AlertState>;
  watch: FeedWatch | null;
  firings: Firing[];
  missed: Firing[];
  suspended: string[];
}

/** Plays events to alerts as if the worker died after each one: all state passes through JSON. */
export function createFeed(initial: readonly AlertRule[], gap?: number) {
  let rules = initial;
  let areOn = true;
  const played: Played = { states: {}, watch: null, firings: [], missed: [], suspended: [] };

  function play(event: FeedEvent): { firings: readonly Firing[]; missed: readonly Firing[] } {
    const { states, watch } = played;
    const result = evaluateFeed({ rules, states, watch, event, areOn, gap, feedId: FEED_ID });
    played.states = { ...states, ...throughStorage(result.states) };
    played.watch = result.watch && feedWatchSchema.parse(JSON.parse(JSON.stringify(result.watch)));
    played.firings.push(...result.firings);
    played.missed.push(...result.missed);
    played.suspended.push(...result.suspended.map(({ alertId }) => alertId));
    return result;
  }

  return {
    played,
    play,
    price: (at: number, price: string, more: Parameters<typeof sampleAt>[2] = {}) =>
      play({ type: 'sample', sample: sampleAt(at, price, more) }),
    tick: (at: number, { marketOpen = true, stale = false } = {}) =>
      play({ type: 'tick', at: (START + at) * 1_000, marketOpen, stale, latest: null }),
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

function throughStorage(states: Readonly<Record<string, AlertState>>): Record<string, AlertState> {
  return Object.fromEntries(
    Object.entries(states).map(([id, state]) => {
      const text = JSON.stringify(state);
      const parsed = alertStateSchema.parse(JSON.parse(text));
      if (JSON.stringify(parsed) !== text) throw new TypeError('the schema changed a state');
      return [id, parsed];
    }),
  );
}

/** The times (seconds after the start) at which a list of prices, 1 second apart, fired. */
export function firedAt(
  rule: AlertRule,
  prices: ReadonlyArray<string | Parameters<typeof sampleAt>>,
): number[] {
  const feed = createFeed([rule]);
  for (const [index, price] of prices.entries()) {
    if (typeof price === 'string') feed.price(index, price);
    else feed.price(...price);
  }
  return feed.played.firings.map(({ at }) => at / 1_000 - START);
}
