// The prices of a calculated figure arrive in any order: in several answers, and from several services.
// The figure is evaluated at the moments at which they were published, in the order of these.
import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import { compareMoments, type Moment } from '../../prices/newer.ts';
import type { StoredPrice } from '../../prices/stored-price.ts';
import type { Waiting } from '../model/feed-alerts.ts';

/** How long a price waits for older ones of other feeds, milliseconds. */
export const PATIENCE_MS = 5_000;
/** Of one feed. If a service floods us, older ones wait no longer. */
const MAX_WAITING = 32;

/** One of the feeds that a figure is calculated from. */
export interface Part {
  /** The price that the figure has now. */
  readonly inForce: StoredPrice | undefined;
  /** Newer ones, oldest first. */
  readonly waiting: readonly StoredPrice[];
  /** Whether a price is expected soon: not if the market is closed or the price is stale. */
  readonly isAwaited: boolean;
}

type Parts = ReadonlyMap<FeedId, Part>;
type Prices = ReadonlyMap<FeedId, StoredPrice>;

/** The prices of a figure from one moment on. */
export interface Step {
  readonly prices: Prices;
  /** When they had arrived. */
  readonly at: UnixMilliseconds;
}

/** Adds a price that was accepted after all others of its feed. */
export function withPrice(waiting: readonly StoredPrice[], price: StoredPrice): StoredPrice[] {
  // What it replaces is of the same time, or was dated ahead by mistake.
  return [...waiting.filter((earlier) => compareMoments(earlier, price) < 0), price];
}

/**
 * The moments up to which the prices of all feeds are known, or for which they were waited for long
 * enough; and the prices that wait on.
 */
export function settle(
  parts: Parts,
  now: UnixMilliseconds,
): { steps: Step[]; inForce: Prices; waiting: Waiting | undefined } {
  const limit = limitOf(parts, now);
  const isDue = ({ inForce }: Part, price: Moment): boolean =>
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
    // A later time would be that of a clock that was set back since.
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

function newest({ inForce, waiting }: Part): Moment[] {
  return [waiting.at(-1) ?? inForce ?? []].flat();
}

/** Up to which moment prices settle; `null`: none does. */
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
