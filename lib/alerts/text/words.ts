import { parseDecimal, toDecimal, type Decimal } from '../../prices/decimal.ts';
import { formatConfidence, formatPercent, formatPrice } from '../../prices/format-price.ts';
import { percentSign } from '../../prices/number-style.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import type { Trigger, TriggerOf } from '../model/trigger.ts';

/** A BCP 47 tag for formatting numbers; by default the browser's locale. */
export type Locale = string | undefined;

/**
 * What happened, in one line: `BTC/USD crossed above 65,000: 65,012.45 ±12.50`. The price is exact.
 */
export function firingWords(firing: Firing, symbol: string, locale?: Locale): string {
  const what = `${symbol} ${eventWords(firing.what, locale)}`;
  const price = priceWords(firing, locale);
  const head = price === '' ? what : `${what}: ${price}`;
  return firing.missed ? `${head} (while nobody looked)` : head;
}

/** The exact price at a firing, `65,012.45 ±12.50`; empty if none was known. */
export function priceWords({ price: recorded }: Firing, locale?: Locale): string {
  const price = recorded && toDecimal(recorded.price, recorded.expo);
  const conf = recorded && toDecimal(recorded.conf, recorded.expo);
  if (!price) return '';
  const text = exactNumber(price, locale);
  return conf ? `${text} ${formatConfidence(conf, locale)}` : text;
}

/** What happened, without the feed: `crossed above 65,000`. */
export function eventWords(what: AlertEvent, locale?: Locale): string {
  switch (what.kind) {
    case 'crosses':
      return `crossed ${what.direction} ${numberText(what.level, locale)}`;
    case 'is':
      return `is ${what.side} ${numberText(what.level, locale)}`;
    case 'moves':
      return moveWords(what, locale);
    case 'deviates-from-ema':
      return `is ${percentText(what.percent, locale)} from its average of ${numberText(what.ema, locale)}`;
    case 'confidence-wider':
      return `has a confidence of ${numberText(what.basisPoints, locale)} bp, wider than ${numberText(what.limit, locale)} bp`;
    case 'stale-while-open':
      return 'has no fresh price although its market is open';
    default:
      return what.now === 'open' ? 'market opened' : 'market closed';
  }
}

/** What an alert waits for, without the feed: `crosses above 65,000`. */
export function triggerWords(trigger: Trigger, locale?: Locale): string {
  switch (trigger.kind) {
    case 'crosses':
      return `crosses ${trigger.direction === 'either' ? '' : `${trigger.direction} `}${numberText(trigger.level, locale)}`;
    case 'is':
      return `is ${trigger.side} ${numberText(trigger.level, locale)}`;
    case 'moves':
      return movesWords(trigger, locale);
    case 'deviates-from-ema':
      return `is ${plainPercent(trigger.percent, locale)} or more from its average`;
    case 'confidence-wider':
      return `has a confidence wider than ${numberText(trigger.basisPoints, locale)} bp`;
    case 'stale-while-open':
      return 'is stale while its market is open';
    default:
      return { opens: 'market opens', closes: 'market closes', either: 'market opens or closes' }[
        trigger.change
      ];
  }
}

/** The trigger words with a capital letter: `Crosses above 65,000`. */
export function triggerTitle(trigger: Trigger): string {
  const words = triggerWords(trigger);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats an exact number without trailing zeros, but with at least two decimals. */
export function exactNumber(number: Decimal, locale?: Locale): string {
  return formatPrice(withoutZeros(number), { digits: 'all', locale }).text;
}

/** Formats a plain decimal of a rule or state, with all its digits. */
export function numberText(text: string, locale?: Locale): string {
  const number = parseDecimal(text);
  return number ? exactNumber(number, locale) : text;
}

/**
 * Formats a duration: `45 s`, `90 s`, `15 min`, `4 h`. Long ones are rounded. A no-break space
 * keeps the number and unit together.
 */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole >= 3_600 && whole % 3_600 === 0) return withUnit(whole / 3_600, 'h');
  if (whole >= 60 && whole % 60 === 0) return withUnit(whole / 60, 'min');
  if (whole < 600) return withUnit(whole, 's');
  return whole < 36_000
    ? withUnit(Math.round(whole / 60), 'min')
    : withUnit(Math.round(whole / 3_600), 'h');
}

/** `1 alert`, `5 alerts`, or with `which` such as `5 more alerts`. */
export function alertsText(count: number, which = ''): string {
  return `${count} ${which}${count === 1 ? 'alert' : 'alerts'}`;
}

function withUnit(count: number, unit: string): string {
  return `${count}\u00a0${unit}`;
}

function moveWords(what: Extract<AlertEvent, { kind: 'moves' }>, locale: Locale): string {
  const size = what.percent === null ? '' : ` (${percentText(what.percent, locale)})`;
  const verb = what.direction === 'up' ? 'rose by' : 'fell by';
  const change = numberText(what.change, locale);
  const from = numberText(what.from, locale);
  return `${verb} ${change}${size} from ${from} within ${durationText(what.seconds)}`;
}

function movesWords({ by, direction, since }: TriggerOf<'moves'>, locale: Locale) {
  const verb = { up: 'rises', down: 'falls', either: 'moves' }[direction];
  const size =
    by.unit === 'percent' ? plainPercent(by.amount, locale) : numberText(by.amount, locale);
  const span =
    since.from === 'window' ? `within ${durationText(since.seconds)}` : 'since the last firing';
  return `${verb} by ${size} ${span}`;
}

function percentText(text: string, locale: Locale): string {
  const number = parseDecimal(text);
  return number ? formatPercent(number, locale) : text;
}

/** Formats a percentage without a plus or minus sign. */
export function plainPercent(text: string, locale?: Locale): string {
  const { before, after } = percentSign(locale);
  return before + numberText(text, locale) + after;
}

function withoutZeros(number: Decimal): Decimal {
  let { mantissa, expo } = number;
  while (expo < -2 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    expo += 1;
  }
  return { mantissa, expo };
}
