import { isolate } from '../../locale/language.ts';
import { formatDuration } from '../../locale/format-duration.ts';
import { t } from '../../locale/t.ts';
import { addDecimals, subtractDecimals } from '../../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import { formatConfidence } from '../../prices/format-price.ts';
import { ruleNumber } from '../engine/levels.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import {
  amountText,
  exactNumber,
  numberText,
  plainPercent,
  priceText,
  type Beside,
} from './figures.ts';

type EventKey = Extract<keyof LocaleMessages, `alerts.event.${string}`>;

/** The message that describes an event, without the value of its placeholder `name`. */
export type EventMessage = {
  [Key in EventKey]: { key: Key; values: Omit<LocaleMessages[Key], 'name'> };
}[EventKey];

/**
 * What happened, in one line: `BTC/USD rose above 65,000 · 65,012.45 ±12.50`.
 *
 * @param name of the feed
 */
export function firingWords(
  firing: Pick<Firing, 'what' | 'missed' | 'price'>,
  name: string,
): string {
  const parts = [
    eventWords(firing.what, name),
    priceWords(firing),
    firing.missed && t('alerts.whileOffline'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The price at a firing, `65,012.45 ±12.50`; empty if none was known. */
export function priceWords({ what, price }: Pick<Firing, 'what' | 'price'>): string {
  return withConfidence(price, (exact) => priceText(exact, comparedWith(what)));
}

/** The same with every digit, for where there is room. */
export function exactPriceWords({ price }: Pick<Firing, 'price'>): string {
  return withConfidence(price, exactNumber);
}

function withConfidence(recorded: Firing['price'], textOf: (price: Decimal) => string): string {
  const price = recorded && toDecimal(recorded.price, recorded.expo);
  const conf = recorded && toDecimal(recorded.conf, recorded.expo);
  if (!price) return '';
  return isolate(conf ? `${textOf(price)} ${formatConfidence(conf)}` : textOf(price));
}

/** What an event compares the price with. */
function comparedWith(what: AlertEvent): Beside | undefined {
  switch (what.kind) {
    case 'crosses':
    case 'is':
      return { level: ruleNumber(what.level) };
    case 'moves':
      return { price: ruleNumber(what.from) };
    case 'deviates-from-ema':
      return { price: ruleNumber(what.ema) };
    default:
      return undefined;
  }
}

/** What happened: `BTC/USD rose above 65,000`. @param name of the feed */
export function eventWords(what: AlertEvent, name: string): string {
  const { key, values } = eventMessage(what);
  return t(key, { ...values, name });
}

/** For callers that show the name as an element. */
export function eventMessage(what: AlertEvent): EventMessage {
  switch (what.kind) {
    case 'crosses': {
      const key = `alerts.event.${what.direction === 'above' ? 'roseAbove' : 'fellBelow'}` as const;
      return { key, values: { level: numberText(what.level) } };
    }
    case 'is': {
      const key = `alerts.event.${what.side === 'above' ? 'isAbove' : 'isBelow'}` as const;
      return { key, values: { level: numberText(what.level) } };
    }
    case 'moves':
      return moveMessage(what);
    case 'deviates-from-ema': {
      const key = `alerts.event.${what.side === 'above' ? 'aboveEma' : 'belowEma'}` as const;
      return {
        key,
        values: { percent: plainPercent(what.percent), ema: priceText(ruleNumber(what.ema)) },
      };
    }
    case 'confidence-wider': {
      const values = { measured: numberText(what.basisPoints), limit: numberText(what.limit) };
      return { key: 'alerts.event.wideConfidence', values };
    }
    case 'stale-while-open':
      return { key: 'alerts.event.stale', values: {} };
    default: {
      const isOpen = what.now === 'open';
      return { key: `alerts.event.${isOpen ? 'marketOpened' : 'marketClosed'}`, values: {} };
    }
  }
}

function moveMessage(what: Extract<AlertEvent, { kind: 'moves' }>): EventMessage {
  const isUp = what.direction === 'up';
  const from = ruleNumber(what.from);
  const change = ruleNumber(what.change);
  const to = isUp ? addDecimals(from, change) : subtractDecimals(from, change);
  const values = {
    change: amountText(change, to),
    from: priceText(from, { price: to }),
    duration: formatDuration(what.seconds),
  };
  if (what.percent === null) {
    return { key: `alerts.event.${isUp ? 'roseFromZero' : 'fellFromZero'}`, values };
  }
  const percent = plainPercent(what.percent);
  return { key: `alerts.event.${isUp ? 'rose' : 'fell'}`, values: { ...values, percent } };
}
