import type { Summary } from './statistics.ts';

/** What a row may cost, or must reach. */
export interface Budget {
  /** Whether the ratio to the reference is judged, or the figure itself. */
  of: 'ratio' | 'figure';
  kind: 'at most' | 'at least';
  limit: number;
}

/** `close`: the median misses the limit, but the spread reaches it. */
export type Verdict = 'holds' | 'close' | 'missed';

/**
 * Judges the median. A budget is missed by more than the spread where the better quartile misses
 * it too: then three rounds of four did.
 */
export function judge({ median, low, high }: Summary, { kind, limit }: Budget): Verdict {
  if (kind === 'at most') return median <= limit ? 'holds' : low <= limit ? 'close' : 'missed';
  return median >= limit ? 'holds' : high >= limit ? 'close' : 'missed';
}
