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
  const { name, values } = messageParts(trigger, style);
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

function messageParts(trigger: Trigger, style: FigureStyle = AS_QUOTED): Condition {
  const levelOf = (level: string): string => styled(numberText(level), style);
  switch (trigger.kind) {
    case 'crosses':
      return { name: CROSSINGS[trigger.direction], values: { level: levelOf(trigger.level) } };
    case 'moves':
      return moveOf(trigger, style);
    case 'stale-while-open':
      return { name: 'stale', values: null };
    case 'retired':
      return retiredOf(trigger);
    default:
      return { name: MARKET_CHANGES[trigger.change], values: null };
  }
}

function moveOf(
  { by, direction, withinSeconds }: TriggerOf<'moves'>,
  style: FigureStyle,
): Condition {
  const amount =
    by.unit === 'percent' ? plainPercent(by.amount) : styled(numberText(by.amount), style);
  return { name: MOVES[direction], values: { amount, duration: formatDuration(withinSeconds) } };
}

function retiredOf({ was, figure }: TriggerOf<'retired'>): Condition {
  switch (was) {
    case 'average':
      return { name: 'farFromEma', values: { percent: plainPercent(figure) } };
    case 'confidence':
      return { name: 'wideConfidence', values: { limit: numberText(figure) } };
    default: {
      const amount = was === 'percent-since-last' ? plainPercent(figure) : numberText(figure);
      return { name: 'movesSince', values: { amount } };
    }
  }
}

const CROSSINGS = { above: 'risesAbove', below: 'fallsBelow', either: 'crosses' } as const;
const MOVES = { up: 'risesWithin', down: 'fallsWithin', either: 'movesWithin' } as const;
const MARKET_CHANGES = {
  opens: 'marketOpens',
  closes: 'marketCloses',
  either: 'marketChanges',
} as const;
