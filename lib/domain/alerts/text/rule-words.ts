import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import type { Decimal } from '../../prices/decimal.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { priceCondition } from '../engine/conditions.ts';
import { distanceTo } from '../engine/distance.ts';
import { ruleNumber, sideOf } from '../engine/levels.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import { optionsOf, type TriggerOf } from '../model/trigger.ts';
import { AS_QUOTED, type FigureStyle } from './figure-style.ts';
import { distanceValues, leaveWords, toGoWords, undecidable } from './waiting-words.ts';

type FormatTime = (at: UnixMilliseconds) => string;

/** `At most every 15 min · Full confidence interval`. */
export function ruleSummary(rule: AlertRule, formatTime: FormatTime): string {
  const { confirmationSeconds: held, expiresAt } = rule;
  const has = optionsOf(rule.trigger.kind);
  const parts = [
    repeatWords(rule),
    has.confirmation && held > 0 && t('alerts.summary.holds', { duration: formatDuration(held) }),
    has.certain && rule.certain && t('alerts.summary.certain'),
    has.onlyWhileOpen && !rule.onlyWhileOpen && t('alerts.summary.closedToo'),
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
  const problem =
    trigger.kind === 'crosses'
      ? crossingWords(trigger, exact.price, style)
      : undecidable(trigger, exact);
  if (problem !== null) return problem;
  if (priceCondition(rule, exact).holds) return t('alertForm.now.holds');
  const distance = distanceTo(rule, null, exact);
  if (!distance) return '';
  const { amount, percent } = distanceValues(distance, exact, style);
  return toGoWords({ amount, percent });
}

function repeatWords({ repeat }: AlertRule): string {
  if (repeat.mode === 'once') return t('alerts.summary.once');
  const { cooldownSeconds: seconds } = repeat;
  return seconds === 0
    ? t('alertForm.repeatAlways')
    : t('alertForm.repeatAfter', { duration: formatDuration(seconds) });
}

function crossingWords(
  { direction, level }: TriggerOf<'crosses'>,
  price: Decimal,
  style: FigureStyle,
): string | null {
  const side = sideOf(price, ruleNumber(level));
  return direction === side || side === null ? leaveWords(direction, level, style) : null;
}
