import type { Summary } from './statistics.ts';

/** The most that a row may cost, or the least that it must reach. */
export interface Budget {
  /** Whether the limit applies to the ratio to the reference or to the figure itself. */
  of: 'ratio' | 'figure';
  kind: 'at most' | 'at least';
  limit: number;
}

/** `close`: the median misses the limit, but the spread reaches it. */
export type Verdict = 'holds' | 'close' | 'missed';

/**
 * Compares the median with the budget. A budget is missed by more than the spread if the better
 * quartile misses it too, that is, if three of four rounds do.
 */
export function judge({ median, low, high }: Summary, { kind, limit }: Budget): Verdict {
  if (kind === 'at most') return median <= limit ? 'holds' : low <= limit ? 'close' : 'missed';
  return median >= limit ? 'holds' : high >= limit ? 'close' : 'missed';
}
