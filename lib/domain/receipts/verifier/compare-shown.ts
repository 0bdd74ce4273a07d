import { compareDecimals } from '../../prices/arithmetic.ts';
import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import type { PriceMessage } from '../../signed-updates/messages.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import { localTime, offsetOf, utcTime } from '../shown-time.ts';
import type { ShownPrice } from './read-shown.ts';

// What separates groups of digits in some language, and what keeps a figure in one piece.
const BETWEEN_DIGITS = /[\s,.'’٬\u200e\u200f\u061c\u2066-\u2069]/gu;

/** Whether the page shows exactly the signed price, its confidence and its time. */
export function isShownAs(
  { price, conf, expo, publishTime }: PriceMessage,
  shown: ShownPrice,
): boolean {
  return (
    isFigure(shown.price, shown.decimalPoint, { mantissa: price, expo }) &&
    isFigure(shown.confidence.replace('±', ''), shown.decimalPoint, { mantissa: conf, expo }) &&
    shown.utc === utcTime(publishTime) &&
    (shown.local === null || isLocalTime(shown.local, publishTime))
  );
}

function isLocalTime(text: string, time: UnixSeconds): boolean {
  const offset = offsetOf(text);
  return offset !== null && text === localTime(time, offset);
}

/** Compares a figure, as it is written in some language, with an exact number. */
function isFigure(text: string, decimalPoint: string, exact: Decimal): boolean {
  const number = readFigure(text, decimalPoint);
  return number !== null && compareDecimals(number, exact) === 0;
}

/** Reads a figure as it is written in some language; `null` if it is none. */
export function readFigure(text: string, decimalPoint: string): Decimal | null {
  const [whole = '', ...decimals] = text.split(decimalPoint);
  if (!/^[.,٫]$/.test(decimalPoint) || decimals.length > 1) return null;
  const digits = [whole.replaceAll(BETWEEN_DIGITS, ''), ...decimals.map(withoutMarks)].join('.');
  return parseDecimal(digits);
}

function withoutMarks(decimals: string): string {
  return decimals.replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '');
}
