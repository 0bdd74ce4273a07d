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
  firing: Pick<Firing, 'what' | 'missed' | 'price' | 'lateSeconds' | 'isUnverified'>,
  name: string,
  style: FigureStyle = AS_QUOTED,
): string {
  const parts = [
    eventWords(firing.what, name, style),
    priceWords(firing, style),
    lateWords(firing),
    unverifiedWords(firing),
    firing.missed && t('alerts.whileOffline'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** `65 seconds late`; empty if it was not late. */
export function lateWords({ lateSeconds }: Pick<Firing, 'lateSeconds'>): string {
  if (lateSeconds === undefined) return '';
  return t('alerts.late', { duration: roughDuration(lateSeconds * 1_000) });
}

/** Empty if every price was verified, or none was checked. */
export function unverifiedWords({ isUnverified }: Pick<Firing, 'isUnverified'>): string {
  return isUnverified ? t('proof.state.unchecked') : '';
}

/** The price at a firing, `65,012.45 ±12.50`; empty if unknown. */
export function priceWords(
  { what, price }: Pick<Firing, 'what' | 'price'>,
  style: FigureStyle = AS_QUOTED,
): string {
  return withConfidence(price, style, (exact) => priceText(exact, comparedWith(what)));
}

/** The same without the ±. */
export function firedPrice(
  { what, price: recorded }: Pick<Firing, 'what' | 'price'>,
  style: FigureStyle = AS_QUOTED,
): string {
  const price = recorded && toDecimal(recorded.price, recorded.expo);
  return price ? styled(priceText(price, comparedWith(what)), style) : '';
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
      return { level: ruleNumber(what.level) };
    case 'moves':
      return { price: ruleNumber(what.from) };
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
  switch (what.kind) {
    case 'crosses':
      return crossingMessage(what, style);
    case 'moves':
      return moveMessage(what, style);
    case 'stale-while-open':
      return { key: 'alerts.event.stale', values: {} };
    default: {
      const isOpen = what.now === 'open';
      return { key: `alerts.event.${isOpen ? 'marketOpened' : 'marketClosed'}`, values: {} };
    }
  }
}

const CROSSINGS = {
  above: { crossed: 'roseAbove', wasThere: 'isAbove', claimed: 'mayHaveRisen' },
  below: { crossed: 'fellBelow', wasThere: 'isBelow', claimed: 'mayHaveFallen' },
} as const;

function crossingMessage(
  { direction, level, wasThere, isClaimed }: Extract<AlertEvent, { kind: 'crosses' }>,
  style: FigureStyle,
): EventMessage {
  const how = isClaimed ? 'claimed' : wasThere ? 'wasThere' : 'crossed';
  const values = { level: styled(numberText(level), style) };
  return { key: `alerts.event.${CROSSINGS[direction][how]}`, values };
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
