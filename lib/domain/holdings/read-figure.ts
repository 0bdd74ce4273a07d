// A quantity or a cost as the user types it.
import { parseDecimal, toShortDecimalString } from '../prices/decimal.ts';
import { readTypedFigure } from '../prices/typed-figure.ts';
import { FIGURE } from '../../base/limits.ts';

/**
 * Plain decimal text to store; the reason why the text is no number; or that it has more than 18
 * decimals or more than 40 digits before them.
 */
export type ReadFigure =
  | { readonly text: string }
  | { readonly reason: string }
  | { readonly problem: 'too-long' };

/** Reads a number in the format of `locale`, exactly. */
export function readFigure(typed: string, locale?: string): ReadFigure {
  const read = readTypedFigure(typed, locale);
  if ('reason' in read) return read;
  const number = parseDecimal(read.text);
  const text = number === null ? '' : toShortDecimalString(number);
  return FIGURE.test(text) ? { text } : { problem: 'too-long' };
}
