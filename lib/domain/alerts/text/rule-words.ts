import { joinSentences } from '../../../base/locale/sentences.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import type { Decimal } from '../../prices/decimal.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { priceCondition } from '../engine/conditions.ts';
import { distanceTo } from '../engine/distance.ts';
import { ruleNumber, sideOf } from '../engine/levels.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import { optionsOf, type Trigger, type TriggerOf } from '../model/trigger.ts';
import { conditionOf } from './condition-words.ts';
import { AS_QUOTED, type FigureStyle } from './figure-style.ts';
import { plainPercent } from './figures.ts';
import { distanceValues, toGoWords, undecidable } from './waiting-words.ts';

type FormatTime = (at: UnixMilliseconds) => string;

interface Wording {
  /** Within a sentence. */
  readonly name: string;
  readonly style: FigureStyle;
  readonly formatTime: FormatTime;
}

/** What an alert will do, in complete sentences. */
export function ruleWords(rule: AlertRule, { name, style, formatTime }: Wording): string {
  const { trigger, repeat, expiresAt } = rule;
  const has = optionsOf(trigger.kind);
  const { name: condition, values } = conditionOf(trigger, style);
  const mode = repeat.mode === 'once' ? 'once' : 'repeating';
  const held = has.confirmation ? confirmationOf(rule) : 0;
  const sentences = [
    t(`alertForm.${mode}.${condition}`, { ...values, name }),
    held > 0 && t('alertForm.rule.holds', { duration: formatDuration(held) }),
    has.certain &&
      rule.certain &&
      t(`alertForm.${style.isAboutHoldings ? 'worth' : 'rule'}.certain`),
    ...againWords(rule, style),
    has.onlyWhileOpen && !rule.onlyWhileOpen && t('alertForm.rule.closedToo'),
    expiresAt !== null && t('alertForm.rule.expires', { time: formatTime(expiresAt) }),
  ];
  return joinSentences(sentences);
}

/** `Repeats after 15 min · Full confidence interval`. */
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
  if (style.isAboutHoldings) return toGoWords({ amount, percent });
  return percent === null
    ? t('alertForm.now.away', { amount })
    : t('alertForm.now.awayPercent', { amount, percent });
}

/** What must happen before a repeating alert can trigger again. */
function againWords(
  { trigger, repeat, rearmBandPercent }: AlertRule,
  { isAboutHoldings }: FigureStyle,
): string[] {
  if (repeat.mode === 'once') return [];
  const { cooldownSeconds: seconds } = repeat;
  const cooldown =
    seconds > 0 && t('alertForm.rule.cooldown', { duration: formatDuration(seconds) });
  const percent = plainPercent(rearmBandPercent);
  const reset =
    optionsOf(trigger.kind).rearmBand &&
    t(`alertForm.${resetKey(trigger, isAboutHoldings)}`, { percent });
  return [cooldown, reset].filter((sentence) => sentence !== false);
}

function resetKey({ kind }: Trigger, isAboutHoldings: boolean) {
  if (isAboutHoldings) return 'worth.reset';
  return kind === 'confidence-wider' ? 'rule.confidenceReset' : 'rule.priceReset';
}

function repeatWords({ repeat }: AlertRule): string {
  if (repeat.mode === 'once') return t('alerts.summary.once');
  const { cooldownSeconds: seconds } = repeat;
  return seconds === 0
    ? t('alerts.summary.repeats')
    : t('alerts.summary.repeatsAfter', { duration: formatDuration(seconds) });
}

function crossingWords(
  { direction, level }: TriggerOf<'crosses'>,
  price: Decimal,
  { isAboutHoldings }: FigureStyle,
): string | null {
  const side = sideOf(price, ruleNumber(level));
  const about = isAboutHoldings ? 'worth' : 'now';
  if (side === null) return t(`alertForm.${about}.atLevel`);
  return direction === side ? t(`alertForm.${about}.${side}First`) : null;
}
