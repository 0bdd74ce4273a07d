import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { formatPercent } from '../../prices/format-price.ts';
import { figure, otherSide, sideOf } from '../engine/levels.ts';
import { priceCondition, undecidable } from '../engine/conditions.ts';
import { distanceTo } from '../engine/distance.ts';
import {
  goesByClock,
  optionsOf,
  type AlertRule,
  type Trigger,
  type TriggerOf,
} from '../model/rule.ts';
import type { Figures } from '../model/sample.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import { durationText, exactFigure, plainPercent, triggerWords, type Locale } from './words.ts';

/** Describes what an alert will do, in complete sentences for the user. */
export function ruleWords(
  rule: AlertRule,
  symbol: string,
  formatTime: (at: number) => string,
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
export function ruleSummary(rule: AlertRule, formatTime: (at: number) => string): string {
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
export function standingWords(rule: AlertRule, figures: Figures, locale?: Locale): string {
  const { trigger } = rule;
  const problem = undecidable(trigger, figures);
  if (problem !== null) return problem;
  if (trigger.kind === 'crosses') return crossingWords(rule, trigger, figures, locale);
  if (trigger.kind === 'moves' || goesByClock(trigger)) return '';
  const { holds } = priceCondition(rule, trigger, figures);
  return holds ? HOLDS_NOW : (distanceWords(rule, figures, locale) ?? '');
}

const HOLDS_NOW = 'It holds now: it would fire at once.';

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

function crossingWords(
  rule: AlertRule,
  trigger: TriggerOf<'crosses'>,
  figures: Figures,
  locale: Locale,
): string {
  const { direction } = trigger;
  const level = figure(trigger.level);
  const side = sideOf(figures.price, level);
  if (side === null) return 'The price is on the level now.';
  if (direction === side) {
    const back = otherSide(side);
    return `The price is ${side} it now: it must first be seen ${back}.`;
  }
  return distanceWords(rule, figures, locale) ?? '';
}

function distanceWords(rule: AlertRule, figures: Figures, locale: Locale): string | null {
  const distance = distanceTo(rule, null, figures);
  if (!distance) return null;
  const amount = exactFigure(absoluteDecimal(distance.amount), locale);
  const share = distance.percent ? ` (${formatPercent(distance.percent, locale)})` : '';
  return `Now ${amount}${share} away.`;
}
