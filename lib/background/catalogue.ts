import type { PriceServiceClient } from '../price-service/index.ts';
import {
  catalogue,
  catalogueCheckedAt,
  catalogueStatus,
  followedFeeds,
  type Feed,
} from '../storage/catalogue.ts';
import { missingFeeds } from '../storage/prices.ts';
import { watchlist } from '../storage/watchlist.ts';
import { describeFailure } from './failure-words.ts';

const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;
const RETRY_AFTER_MS = 60 * 60 * 1_000;

// It is large: too much to be read at each of the worker's starts.
const CHECK_AFTER_MS = 60 * 60 * 1_000;

// The public catalogue has about 3,000 feeds with at most 464 bytes of attributes each.
const MAX_FEEDS = 20_000;
const MAX_ATTRIBUTES = 40;
const MAX_TEXT = 2_000;

// The browser keeps 10 MiB for everything; a character may take three bytes of it.
const MAX_CATALOGUE_LENGTH = 2_500_000;

const NOT_STORED =
  'The browser does not store the list: its storage may be full. Free disk space, then refresh it.';

/** Whether the catalogue is old enough for a refresh. */
export async function isCatalogueDue(now: number): Promise<boolean> {
  const { fetchedAt, triedAt, error } = await catalogueStatus.getValue();
  const [since, holdsMs] =
    error === null ? [fetchedAt, REFRESH_AFTER_MS] : [triedAt, RETRY_AFTER_MS];
  // A moment in the future is left over from before a clock change.
  return since > now || now - since > holdsMs;
}

/** A stored catalogue that was lost or damaged is due, whatever its status says. */
export async function checkCatalogue(now: number): Promise<void> {
  const checkedAt = await catalogueCheckedAt.getValue();
  if (now >= checkedAt && now - checkedAt < CHECK_AFTER_MS) return;
  await catalogueCheckedAt.setValue(now);
  const [{ fetchedAt }, status] = await Promise.all([
    catalogue.getValue(),
    catalogueStatus.getValue(),
  ]);
  if (fetchedAt > 0 || status.fetchedAt === 0) return;
  await catalogueStatus.update((known) => ({ ...known, fetchedAt: 0 }));
}

/**
 * Fetches the catalogue once, whole; a failure keeps the old one and says why. Once `signal` is
 * aborted nothing is written any more: the answer would be another service's.
 */
export async function refreshCatalogue(
  client: PriceServiceClient,
  signal: AbortSignal,
): Promise<void> {
  const triedAt = Date.now();
  let offered: Feed[];
  try {
    offered = (await client.getPriceFeeds({ signal })).map(boundFeed);
  } catch (error) {
    if (signal.aborted) return;
    await noteFailure(triedAt, describeFailure(error).reason);
    return;
  }
  if (signal.aborted) return;
  try {
    await catalogue.setValue({ fetchedAt: triedAt, feeds: thoseWithRoom(offered) });
    await catalogueStatus.setValue({ fetchedAt: triedAt, triedAt, error: null });
    await updateFollowedFeeds(offered, await watchlist.getValue());
  } catch {
    await noteFailure(triedAt, NOT_STORED);
  }
}

async function noteFailure(triedAt: number, error: string): Promise<void> {
  try {
    await catalogueStatus.update((status) => ({ ...status, triedAt, error }));
  } catch {
    console.warn('That the catalogue was not refreshed could not be stored.');
  }
}

/** Brings the names and market hours of feeds that were added from the stored catalogue. */
export async function followFromCatalogue(): Promise<void> {
  const [ids, known, missing] = await Promise.all([
    watchlist.getValue(),
    followedFeeds.getValue(),
    missingFeeds.getValue(),
  ]);
  // Large as it is, it is not read again for what it is known not to have.
  const lacking = ids.filter((id) => !Object.hasOwn(known, id) && !Object.hasOwn(missing, id));
  if (lacking.length > 0) await updateFollowedFeeds((await catalogue.getValue()).feeds, lacking);
}

/** @param sought the followed feeds that are looked for among `feeds` */
async function updateFollowedFeeds(
  feeds: readonly Feed[],
  sought: readonly string[],
): Promise<void> {
  if (feeds.length === 0) return;
  const ids = new Set(sought);
  const offered = new Map(
    feeds.filter(({ id }) => ids.has(id)).map(({ id, attributes }) => [id, attributes]),
  );
  const followed = await watchlist.getValue();
  await followedFeeds.update((known) =>
    Object.fromEntries(
      followed.flatMap((id) => {
        const attributes = offered.get(id) ?? (Object.hasOwn(known, id) ? known[id] : undefined);
        return attributes ? [[id, attributes]] : [];
      }),
    ),
  );
  await markDelisted(sought.filter((id) => !offered.has(id)));
}

/** A feed that the catalogue no longer has is marked and no longer asked for. */
async function markDelisted(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await missingFeeds.update((missing) => ({
    ...missing,
    ...Object.fromEntries(ids.map((id) => [id, 'unknown' as const])),
  }));
}

function boundFeed({ id, attributes }: Feed): Feed {
  const texts = Object.entries(attributes)
    .slice(0, MAX_ATTRIBUTES)
    .map(([name, value]) => [name.slice(0, MAX_TEXT), value.slice(0, MAX_TEXT)] as const);
  return { id, attributes: Object.fromEntries(texts) };
}

/** As many of the feeds, from the first on, as there is room for. */
function thoseWithRoom(feeds: readonly Feed[]): Feed[] {
  let length = 0;
  const end = feeds.slice(0, MAX_FEEDS).findIndex(({ id, attributes }) => {
    length += id.length + Object.entries(attributes).flat().join('').length;
    return length > MAX_CATALOGUE_LENGTH;
  });
  return feeds.slice(0, end < 0 ? MAX_FEEDS : end);
}
