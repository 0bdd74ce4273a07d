// Prices of a calculated figure arrive in any order, in several responses. The figure is evaluated
// at the times when they were published.
import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import { compareMoments, type Moment } from '../../prices/newer.ts';
import type { StoredPrice } from '../../prices/stored-price.ts';
import type { Waiting } from '../model/feed-alerts.ts';

/** How long a price waits for older ones of other feeds, in milliseconds. */
export const PATIENCE_MS = 5_000;
/** Per feed. If a service floods us, the oldest prices no longer wait. */
const MAX_WAITING = 32;

export interface FeedPrices {
  readonly inForce: StoredPrice | undefined;
  /** Oldest first. */
  readonly waiting: readonly StoredPrice[];
  /** No price is expected soon if the market is closed or the price is stale. */
  readonly isAwaited: boolean;
}

type Parts = ReadonlyMap<FeedId, FeedPrices>;
type Prices = ReadonlyMap<FeedId, StoredPrice>;

/** A figure's prices as of one time. */
export interface Step {
  readonly prices: Prices;
  readonly at: UnixMilliseconds;
}

export function withPrice(waiting: readonly StoredPrice[], price: StoredPrice): StoredPrice[] {
  // The replaced price has the same time, or was dated ahead by mistake.
  return [...waiting.filter((earlier) => compareMoments(earlier, price) < 0), price];
}

/**
 * Returns a step for each publish time that has settled, and the prices that keep waiting. A time
 * has settled once all feeds' prices up to it are known or were awaited long enough.
 */
export function settle(
  parts: Parts,
  now: UnixMilliseconds,
): { steps: Step[]; inForce: Prices; waiting: Waiting | undefined } {
  const limit = limitOf(parts, now);
  const isDue = ({ inForce }: FeedPrices, price: Moment): boolean =>
    inForce === undefined || (limit !== null && compareMoments(price, limit) <= 0);
  const due = [...parts].flatMap(([id, part]) =>
    part.waiting.filter((price) => isDue(part, price)).map((price) => [id, price] as const),
  );
  let inForce: Prices = new Map(
    [...parts].flatMap(([id, part]) => (part.inForce ? [[id, part.inForce]] : [])),
  );
  const steps: Step[] = [];
  let at = 0;
  const inOrder = due.toSorted(([, a], [, b]) => compareMoments(a, b));
  for (const together of Map.groupBy(
    inOrder,
    ([, of]) => `${of.publishTime} ${of.slot}`,
  ).values()) {
    inForce = new Map([...inForce, ...together]);
    // A later time of receipt is from before the clock was set back.
    at = Math.max(at, ...together.map(([, { receivedAt }]) => Math.min(receivedAt, now)));
    steps.push({ prices: inForce, at });
  }
  const rest = [...parts].flatMap(([id, part]) => {
    const left = part.waiting.filter((price) => !isDue(part, price));
    return part.inForce && left.length > 0
      ? [[id, [inForce.get(id) ?? part.inForce, ...left]]]
      : [];
  });
  return { steps, inForce, waiting: rest.length === 0 ? undefined : Object.fromEntries(rest) };
}

function newest({ inForce, waiting }: FeedPrices): Moment[] {
  return [waiting.at(-1) ?? inForce ?? []].flat();
}

/** The publish time up to which prices have settled. */
function limitOf(parts: Parts, now: UnixMilliseconds): Moment | null {
  const all = [...parts.values()];
  const awaited = all.filter(({ isAwaited }) => isAwaited).flatMap(newest);
  const known =
    awaited.length === 0
      ? all.flatMap(newest).toSorted(compareMoments).at(-1)
      : awaited.toSorted(compareMoments)[0];
  const overdue = all.flatMap(({ waiting }) =>
    waiting.filter(
      ({ receivedAt }, at) =>
        Math.abs(now - receivedAt) >= PATIENCE_MS || waiting.length - at > MAX_WAITING,
    ),
  );
  return [...(known ? [known] : []), ...overdue].toSorted(compareMoments).at(-1) ?? null;
}
