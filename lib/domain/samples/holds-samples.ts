/** After this time, sample prices give way to whatever has arrived. */
export const LONGEST_HOLD_MS = 8_000;

interface AwaitedFeed {
  isOpen: boolean;
  /** The service has no price for it. */
  isMissing: boolean;
  /** Whether its first real price has arrived. */
  hasPrice: boolean;
}

/**
 * Whether sample prices stay in view after going live: until every open market has its first real
 * price. A list that is half real would be taken for real.
 */
export function holdsSamples(feeds: readonly AwaitedFeed[]): boolean {
  const awaited = feeds.filter(({ isMissing }) => !isMissing);
  const isNoneThere = awaited.length > 0 && awaited.every(({ hasPrice }) => !hasPrice);
  return isNoneThere || awaited.some(({ isOpen, hasPrice }) => isOpen && !hasPrice);
}
