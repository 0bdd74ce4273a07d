import { isolate } from '../../../base/locale/language.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import { addDecimals, subtractDecimals } from '../../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import { roughDuration } from '../../prices/clock-words.ts';
import { formatConfidence } from '../../prices/format-price.ts';
import { ruleNumber } from '../engine/levels.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import type { Side } from '../model/trigger.ts';
import { AS_QUOTED, styled, type FigureStyle } from './figure-style.ts';
import {
  amountText,
  exactNumber,
  numberText,
  plainPercent,
  priceText,
  withPercent,
  type Beside,
} from './figures.ts';

type EventKey = Extract<keyof LocaleMessages, `alerts.event.${string}`>;

/** A message without the value of its placeholder `name`. */
type EventMessage = {
  [Key in EventKey]: { key: Key; values: Omit<LocaleMessages[Key], 'name'> };
}[EventKey];

/** `BTC/USD rose above 65,000 · 65,012.45 ±12.50`. */
export function firingWords(
  firing: Pick<Firing, 'what' | 'missed' | 'price' | 'lateSeconds'>,
  name: string,
  style: FigureStyle = AS_QUOTED,
): string {
  const parts = [
    eventWords(firing.what, name, style),
    priceWords(firing, style),
    lateWords(firing),
    firing.missed && t('alerts.whileOffline'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** `65 seconds late`; empty if it was not late. */
export function lateWords({ lateSeconds }: Pick<Firing, 'lateSeconds'>): string {
  if (lateSeconds === undefined) return '';
  return t('alerts.late', { duration: roughDuration(lateSeconds * 1_000) });
}

/** The price at a firing, `65,012.45 ±12.50`; empty if unknown. */
export function priceWords(
  { what, price }: Pick<Firing, 'what' | 'price'>,
  style: FigureStyle = AS_QUOTED,
): string {
  return withConfidence(price, style, (exact) => priceText(exact, comparedWith(what)));
}

/** With every digit. */
export function exactPriceWords(
  { price }: Pick<Firing, 'price'>,
  style: FigureStyle = AS_QUOTED,
): string {
  return withConfidence(price, style, exactNumber);
}

function withConfidence(
  recorded: Firing['price'],
  style: FigureStyle,
  textOf: (price: Decimal) => string,
): string {
  const price = recorded && toDecimal(recorded.price, recorded.expo);
  const conf = recorded && toDecimal(recorded.conf, recorded.expo);
  if (!price) return '';
  const text = styled(textOf(price), style);
  return isolate(conf && !style.isHidden ? `${text} ${formatConfidence(conf)}` : text);
}

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

/** `BTC/USD rose above 65,000`. */
export function eventWords(what: AlertEvent, name: string, style: FigureStyle = AS_QUOTED): string {
  const { key, values } = eventMessage(what, style);
  return t(key, { ...values, name });
}

/** For callers that show the name as an element. */
export function eventMessage(what: AlertEvent, style: FigureStyle = AS_QUOTED): EventMessage {
  const levelOf = (level: string): string => styled(numberText(level), style);
  switch (what.kind) {
    case 'crosses': {
      if (what.isClaimed) return claimedMessage(what.direction, levelOf(what.level));
      const key = `alerts.event.${what.direction === 'above' ? 'roseAbove' : 'fellBelow'}` as const;
      return { key, values: { level: levelOf(what.level) } };
    }
    case 'is': {
      if (what.isClaimed) return claimedMessage(what.side, levelOf(what.level));
      const key = `alerts.event.${what.side === 'above' ? 'isAbove' : 'isBelow'}` as const;
      return { key, values: { level: levelOf(what.level) } };
    }
    case 'moves':
      return moveMessage(what, style);
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

function claimedMessage(side: Side, level: string): EventMessage {
  const key = `alerts.event.${side === 'above' ? 'mayHaveRisen' : 'mayHaveFallen'}` as const;
  return { key, values: { level } };
}

function moveMessage(
  what: Extract<AlertEvent, { kind: 'moves' }>,
  style: FigureStyle,
): EventMessage {
  const isUp = what.direction === 'up';
  const from = ruleNumber(what.from);
  const change = ruleNumber(what.change);
  const to = isUp ? addDecimals(from, change) : subtractDecimals(from, change);
  const percent = what.percent === null ? null : plainPercent(what.percent);
  const values = {
    change: withPercent(styled(amountText(change, to), style), percent),
    from: styled(priceText(from, { price: to }), style),
    duration: formatDuration(what.seconds),
  };
  return { key: `alerts.event.${isUp ? 'rose' : 'fell'}`, values };
}
