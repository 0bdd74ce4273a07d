import { filterKeys } from '../../base/filter-keys.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Feeds } from '../../domain/connection/memory.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { FeedAnswer } from './ask-feeds.ts';

// Which feeds each service has, as pure functions of its answers and time.

/** Then a refused feed is asked for again, apart from the others. */
const REFUSED_FOR_MS = 60 * 60_000;

interface ToAsk {
  /** Requested together. */
  batch: FeedId[];
  /** Requested one by one, because the service may refuse them. */
  apart: FeedId[];
}

export function feedsToAsk(
  feeds: Feeds,
  service: string,
  ids: readonly FeedId[],
  now: UnixMilliseconds,
): ToAsk {
  const { refused = {}, apart = [] } = feeds.verdicts[service] ?? {};
  const isRefused = (id: FeedId): boolean => Object.hasOwn(refused, id);
  // A future time was stored before the clock was set back.
  const isOver = (id: FeedId): boolean => {
    const at = refused[id]?.at ?? 0;
    return now < at || now - at > REFUSED_FOR_MS;
  };
  const isApart = (id: FeedId): boolean => (isRefused(id) ? isOver(id) : apart.includes(id));
  return {
    batch: ids.filter((id) => !isRefused(id) && !apart.includes(id)),
    apart: ids.filter(isApart),
  };
}

export function afterAnswer(
  feeds: Feeds,
  service: string,
  { answered, missing, apart }: Pick<FeedAnswer, 'answered' | 'missing' | 'apart'>,
  now: UnixMilliseconds,
): Feeds {
  const before = feeds.verdicts[service] ?? { refused: {}, apart: [] };
  const settled = new Set([...answered, ...Object.keys(missing)]);
  const news = Object.entries(missing).map(([id, reason]) => [id, { reason, at: now }] as const);
  const known = filterKeys(before.refused, (id) => !settled.has(id));
  const refused = news.length === 0 ? known : { ...known, ...Object.fromEntries(news) };
  const open = [...new Set([...before.apart, ...apart])];
  // Those that were just asked for go to the end.
  const isLater = (id: FeedId): boolean => !settled.has(id) && refused[id] === undefined;
  const left = open.filter(isLater);
  if (refused === before.refused && left.length === before.apart.length) return feeds;
  return { ...feeds, verdicts: { ...feeds.verdicts, [service]: { refused, apart: left } } };
}

/** The feeds that a service lacks, and why. */
export function lackingAt(
  feeds: Feeds,
  service: string,
  ids: readonly FeedId[],
): Record<FeedId, MissingReason> {
  const { refused = {} } = feeds.verdicts[service] ?? {};
  const lacking = ids.flatMap((id) => (refused[id] ? [[id, refused[id].reason] as const] : []));
  return Object.fromEntries(lacking);
}

/** The feeds for which no service has prices, and why the one in use has none. */
export function missingFeedsIn(
  feeds: Feeds,
  service: string,
  ids: readonly FeedId[],
): Record<FeedId, MissingReason> {
  return filterKeys(lackingAt(feeds, service, ids), (id) => !Object.hasOwn(feeds.suppliers, id));
}
