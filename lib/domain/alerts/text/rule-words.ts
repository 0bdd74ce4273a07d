import { t } from '../../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { distanceTo } from '../engine/distance.ts';
import { ruleNumber, sideOf } from '../engine/levels.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import { sideThatCounts } from '../model/trigger.ts';
import { AS_QUOTED, type FigureStyle } from './figure-style.ts';
import { distanceValues, leaveWords, toGoWords } from './waiting-words.ts';

type FormatTime = (at: UnixMilliseconds) => string;

/** `At most every hour · Expires Dec 31, 14:00`. */
export function ruleSummary(rule: AlertRule, formatTime: FormatTime): string {
  const { expiresAt } = rule;
  const parts = [
    repeatWords(rule),
    sideThatCounts(rule.trigger) !== null && t('alerts.summary.alsoIfThere'),
    expiresAt !== null && t('alerts.summary.expires', { time: formatTime(expiresAt) }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** A new alert at the current price; empty if there is nothing to say. */
export function standingWords(
  rule: AlertRule,
  exact: ExactPrice,
  style: FigureStyle = AS_QUOTED,
): string {
  const { trigger } = rule;
  if (trigger.kind !== 'crosses') return '';
  const { direction, level } = trigger;
  const side = sideOf(exact.price, ruleNumber(level));
  if (side !== null && side === sideThatCounts(trigger)) return t('alertForm.now.holds');
  if (side === null || direction === side) return leaveWords(direction, level, style);
  const distance = distanceTo(rule, null, exact);
  return distance ? toGoWords(distanceValues(distance, exact, style)) : '';
}

export function repeatWords({ repeat }: Pick<AlertRule, 'repeat'>): string {
  if (repeat.mode === 'once') return t('alerts.summary.once');
  return t(`alerts.repeat.${REPEATS[repeat.cooldownSeconds]}`);
}

const REPEATS = { 60: 'minute', 3_600: 'hour', 86_400: 'day' } as const;
