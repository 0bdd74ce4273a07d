import { isolate } from '../../locale/language.ts';
import { t } from '../../locale/t.ts';
import { toDecimal } from '../../prices/decimal.ts';
import { formatConfidence } from '../../prices/format-price.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import { durationText, exactNumber, numberText, plainPercent } from './figures.ts';

type EventKey = Extract<keyof LocaleMessages, `alerts.event.${string}`>;

/** The message that describes an event, without the value of its placeholder `name`. */
export type EventMessage = {
  [Key in EventKey]: { key: Key; values: Omit<LocaleMessages[Key], 'name'> };
}[EventKey];

/**
 * What happened, in one line: `BTC/USD rose above 65,000 · 65,012.45 ±12.50`. The price is exact.
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

/** The exact price at a firing, `65,012.45 ±12.50`; empty if none was known. */
export function priceWords({ price: recorded }: Pick<Firing, 'price'>): string {
  const price = recorded && toDecimal(recorded.price, recorded.expo);
  const conf = recorded && toDecimal(recorded.conf, recorded.expo);
  if (!price) return '';
  const text = exactNumber(price);
  return isolate(conf ? `${text} ${formatConfidence(conf)}` : text);
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
      return { key, values: { percent: plainPercent(what.percent), ema: numberText(what.ema) } };
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
  const values = {
    change: numberText(what.change),
    from: numberText(what.from),
    duration: durationText(what.seconds),
  };
  if (what.percent === null) {
    return { key: `alerts.event.${isUp ? 'roseFromZero' : 'fellFromZero'}`, values };
  }
  const percent = plainPercent(what.percent);
  return { key: `alerts.event.${isUp ? 'rose' : 'fell'}`, values: { ...values, percent } };
}
