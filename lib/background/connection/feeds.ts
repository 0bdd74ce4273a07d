import { isDeepEqual } from '../../base/deep-equal.ts';
import { filterKeys } from '../../base/filter-keys.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Feeds } from '../../domain/connection/memory.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { FeedAnswer } from './ask-feeds.ts';

// Which feeds each service has, as pure functions of its responses and the time.

/** After this time, a refused feed is requested again, separately. */
const REFUSED_FOR_MS = 60 * 60_000;

export interface FeedsToAsk {
  /** Requested together. */
  batch: readonly FeedId[];
  /** Groups that are requested separately, because the service may refuse them. */
  apart: ReadonlyArray<readonly FeedId[]>;
}

export function feedsToAsk(
  feeds: Feeds,
  service: string,
  ids: readonly FeedId[],
  now: UnixMilliseconds,
): FeedsToAsk {
  const { refused = {}, apart = [] } = feeds.verdicts[service] ?? {};
  const isRefused = (id: FeedId): boolean => Object.hasOwn(refused, id);
  // A future time was stored before the clock was set back.
  const isOver = (id: FeedId): boolean => {
    const at = refused[id]?.at ?? 0;
    return now < at || now - at > REFUSED_FOR_MS;
  };
  const isWanted = new Set(ids);
  const groups = apart.map((group) => group.filter((id) => isWanted.has(id) && !isRefused(id)));
  const open = new Set(groups.flat());
  const again = ids.filter((id) => isRefused(id) && isOver(id));
  return {
    batch: ids.filter((id) => !isRefused(id) && !open.has(id)),
    apart: [...groups.filter(({ length }) => length > 0), ...again.map((id) => [id])],
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
  const regrouped = new Set([...settled, ...apart.flat()]);
  const kept = before.apart.map((group) => group.filter((id) => !regrouped.has(id)));
  const groups = [...kept.filter(({ length }) => length > 0), ...apart];
  if (refused === before.refused && isDeepEqual(groups, before.apart)) return feeds;
  return { ...feeds, verdicts: { ...feeds.verdicts, [service]: { refused, apart: groups } } };
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
