import type { Decimal } from '../../prices/decimal.ts';
import type { UnixMilliseconds } from '../../units.ts';
import { priceCondition } from '../engine/conditions.ts';
import { distanceTo } from '../engine/distance.ts';
import { ruleNumber, otherSide, sideOf } from '../engine/levels.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import { optionsOf, type Trigger, type TriggerOf } from '../model/trigger.ts';
import { distanceText, undecidable } from './waiting-words.ts';
import { durationText, plainPercent, triggerWords, type Locale } from './words.ts';

/** Describes what an alert will do, in complete sentences for the user. */
export function ruleWords(
  rule: AlertRule,
  symbol: string,
  formatTime: (at: UnixMilliseconds) => string,
  locale?: Locale,
): string {
  const { trigger, repeat, expiresAt } = rule;
  const has = optionsOf(trigger.kind);
  const isOnce = repeat.mode === 'once';
  const sentences = [
    `Tells you ${isOnce ? 'once when' : 'every time'} ${subjectWords(trigger, symbol, locale)}${holdingWords(rule)}.`,
    has.certain &&
      rule.certain &&
      'The whole range price ± confidence must be there, not the price alone.',
    isOnce ? 'Then it rests until you arm it again.' : againWords(rule, locale),
    has.onlyWhileOpen && !rule.onlyWhileOpen && 'Prices of a closed market count too.',
    expiresAt !== null && `Ends ${formatTime(expiresAt)}.`,
  ];
  return sentences.filter((sentence) => sentence !== false && sentence !== '').join(' ');
}

/** An alert's options in brief: `repeats after 15 min · certain`. */
export function ruleSummary(rule: AlertRule, formatTime: (at: UnixMilliseconds) => string): string {
  const { repeat, confirmationSeconds, expiresAt } = rule;
  const has = optionsOf(rule.trigger.kind);
  const parts = [
    repeat.mode === 'once' ? 'once' : repeatWords(repeat.cooldownSeconds),
    has.confirmation && confirmationSeconds > 0 && `held ${durationText(confirmationSeconds)}`,
    has.certain && rule.certain && 'certain',
    has.onlyWhileOpen && !rule.onlyWhileOpen && 'closed market too',
    expiresAt !== null && `until ${formatTime(expiresAt)}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** Describes a new alert at the current price for the user; empty if there is nothing to say. */
export function standingWords(rule: AlertRule, exact: ExactPrice, locale?: Locale): string {
  const { trigger } = rule;
  const problem =
    trigger.kind === 'crosses' ? crossingWords(trigger, exact.price) : undecidable(trigger, exact);
  if (problem !== null) return problem;
  if (priceCondition(rule, exact).holds) return 'It holds now: it would fire at once.';
  const distance = distanceTo(rule, null, exact);
  return distance ? `Now ${distanceText(distance, locale)} away.` : '';
}

function subjectWords(trigger: Trigger, symbol: string, locale: Locale): string {
  if (trigger.kind !== 'market') return `${symbol} ${triggerWords(trigger, locale)}`;
  return `the ${triggerWords(trigger, locale).replace('market', `market of ${symbol}`)}`;
}

function holdingWords(rule: AlertRule): string {
  if (!optionsOf(rule.trigger.kind).confirmation) return '';
  const seconds = confirmationOf(rule);
  return seconds === 0 ? '' : ` and stays so for ${durationText(seconds)}`;
}

function againWords({ trigger, repeat, rearmBandPercent }: AlertRule, locale: Locale): string {
  if (repeat.mode === 'once') return '';
  const { cooldownSeconds } = repeat;
  const silence =
    cooldownSeconds === 0 ? '' : `After that it is silent for ${durationText(cooldownSeconds)}.`;
  if (!optionsOf(trigger.kind).rearmBand) return silence;
  const band = `Before it fires again the price must be back by ${plainPercent(rearmBandPercent, locale)}.`;
  return silence === '' ? band : `${silence} ${band}`;
}

function repeatWords(cooldownSeconds: number): string {
  return cooldownSeconds === 0 ? 'repeats' : `repeats after ${durationText(cooldownSeconds)}`;
}

/** Why a crossing is not the next thing that can happen; `null` if it is. */
function crossingWords({ direction, level }: TriggerOf<'crosses'>, price: Decimal): string | null {
  const side = sideOf(price, ruleNumber(level));
  if (side === null) return 'The price is on the level now.';
  if (direction !== side) return null;
  return `The price is ${side} it now: it must first be seen ${otherSide(side)}.`;
}
