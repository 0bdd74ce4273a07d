import { toDecimal, toDecimalString } from '../../domain/prices/decimal.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** `64312.45781203`; `null` if the text is not a number. */
export function exactText(digits: string, expo: number): string | null {
  const figure = toDecimal(digits, expo);
  return figure && toDecimalString(figure);
}

/** ISO 8601 in UTC: `2026-11-21T07:20:15Z`; `null` if out of range. */
export function isoTime(ms: UnixMilliseconds): string | null {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return null;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toString();
}
