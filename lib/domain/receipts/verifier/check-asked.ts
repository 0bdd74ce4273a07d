import { compareDecimals } from '../../prices/arithmetic.ts';
import type { Decimal } from '../../prices/decimal.ts';
import { readFigure } from './compare-shown.ts';
import { textsIn } from './read-shown.ts';

/**
 * Whether the signed price is on the side of the level that the page says the alert asked for.
 * The level is shown twice, in the alert's words and in the comparison. Both must be the same.
 */
export function isAsAsked(asked: Element, price: Decimal): boolean {
  const texts = textsIn(asked);
  const decimalPoint = asked.getAttribute('data-decimal-point') ?? '.';
  const levels = (texts.get('level') ?? []).map((text) => readFigure(text, decimalPoint));
  const [level, again, ...more] = levels;
  const [sign, ...otherSigns] = texts.get('sign') ?? [];
  if (!level || !again || more.length > 0 || otherSigns.length > 0) return false;
  if (compareDecimals(level, again) !== 0) return false;
  const order = compareDecimals(price, level);
  return (sign === '>' && order > 0) || (sign === '<' && order < 0);
}
