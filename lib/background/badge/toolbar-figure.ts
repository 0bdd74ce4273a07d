import type { Decimal } from '../../domain/prices/decimal.ts';

/** What the toolbar button shows when there are no alerts. */
export interface ToolbarFigure {
  /** A price, an amount of money, or a change in percent; `null` if unknown. */
  value: Decimal | null;
  /** Shown beside the value, if the user wants both; `null` if unknown. */
  change: Decimal | null;
  /** Whether a positive value has a plus sign. */
  isSigned: boolean;
  /** The user hides amounts, and the value is an amount. */
  isHidden: boolean;
  /** The sign of the change, which sets the color. */
  direction: -1 | 0 | 1;
  /** The value is outdated or incomplete. */
  isGray: boolean;
}

/** The sign of a change; 0 if unknown. */
export function signOf(change: Decimal | null | undefined): -1 | 0 | 1 {
  if (!change || change.mantissa === 0n) return 0;
  return change.mantissa > 0n ? 1 : -1;
}
