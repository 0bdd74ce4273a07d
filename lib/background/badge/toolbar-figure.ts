import type { Decimal } from '../../domain/prices/decimal.ts';

/** What the toolbar button shows, as it would be without alerts. */
export interface ToolbarFigure {
  /** A price, an amount of money, or a change in percent; `null`: not known. */
  value: Decimal | null;
  /** Whether a plus is shown, too. */
  isSigned: boolean;
  /** The user hides amounts, and this is one. */
  isHidden: boolean;
  /** Of the change that gives the color. */
  direction: -1 | 0 | 1;
  /** It is not current, or not complete. */
  isGray: boolean;
}

/** The sign of a change; 0 for one that is not known. */
export function signOf(change: Decimal | null | undefined): -1 | 0 | 1 {
  if (!change || change.mantissa === 0n) return 0;
  return change.mantissa > 0n ? 1 : -1;
}
