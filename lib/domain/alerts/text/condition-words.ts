import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import type { Trigger, TriggerOf } from '../model/trigger.ts';
import { AS_QUOTED, styled, type FigureStyle } from './figure-style.ts';
import { numberText, plainPercent } from './figures.ts';

type Name<Key> = Key extends `alerts.condition.${infer N}` ? N : never;
type ConditionName = Name<keyof LocaleMessages>;

type Condition = {
  [N in ConditionName]: { name: N; values: LocaleMessages[`alerts.condition.${N}`] };
}[ConditionName];

/** Without the feed: `Rises above 65,000`. */
export function conditionTitle(trigger: Trigger, style: FigureStyle = AS_QUOTED): string {
  const { name, values } = conditionOf(trigger, style);
  return t(`alerts.condition.${name}`, values);
}

/** `BTC/USD · Rises above 65,000`. */
export function namedCondition(
  trigger: Trigger,
  name: string,
  style: FigureStyle = AS_QUOTED,
): string {
  return `${name} · ${conditionTitle(trigger, style)}`;
}

function conditionOf(trigger: Trigger, style: FigureStyle = AS_QUOTED): Condition {
  const levelOf = (level: string): string => styled(numberText(level), style);
  switch (trigger.kind) {
    case 'crosses':
      return { name: CROSSINGS[trigger.direction], values: { level: levelOf(trigger.level) } };
    case 'is':
      return { name: SIDES[trigger.side], values: { level: levelOf(trigger.level) } };
    case 'moves':
      return moveOf(trigger, style);
    case 'deviates-from-ema':
      return { name: 'farFromEma', values: { percent: plainPercent(trigger.percent) } };
    case 'confidence-wider':
      return { name: 'wideConfidence', values: { limit: numberText(trigger.basisPoints) } };
    case 'stale-while-open':
      return { name: 'stale', values: null };
    default:
      return { name: MARKET_CHANGES[trigger.change], values: null };
  }
}

function moveOf({ by, direction, since }: TriggerOf<'moves'>, style: FigureStyle): Condition {
  const amount =
    by.unit === 'percent' ? plainPercent(by.amount) : styled(numberText(by.amount), style);
  if (since.from === 'last-firing') return { name: MOVES_SINCE[direction], values: { amount } };
  const duration = formatDuration(since.seconds);
  return { name: MOVES_WITHIN[direction], values: { amount, duration } };
}

const CROSSINGS = { above: 'risesAbove', below: 'fallsBelow', either: 'crosses' } as const;
const SIDES = { above: 'isAbove', below: 'isBelow' } as const;
const MOVES_WITHIN = { up: 'risesWithin', down: 'fallsWithin', either: 'movesWithin' } as const;
const MOVES_SINCE = { up: 'risesSince', down: 'fallsSince', either: 'movesSince' } as const;
const MARKET_CHANGES = {
  opens: 'marketOpens',
  closes: 'marketCloses',
  either: 'marketChanges',
} as const;
