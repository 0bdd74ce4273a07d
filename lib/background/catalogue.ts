import type { PriceServiceClient } from '../price-service/index.ts';
import {
  catalogue,
  catalogueRequestedAt,
  catalogueStatus,
  followedFeeds,
  type Feed,
} from '../storage/catalogue.ts';
import { missingFeeds } from '../storage/prices.ts';
import { watchlist } from '../storage/watchlist.ts';
import { describeFailure } from './failure-words.ts';

const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;
const RETRY_AFTER_MS = 60 * 60 * 1_000;

// The public catalogue has about 3,000 feeds with at most 464 bytes of attributes each.
const MAX_FEEDS = 20_000;
const MAX_ATTRIBUTES = 40;
const MAX_TEXT = 2_000;

// The browser keeps 10 MiB for everything; a character may take three bytes of it.
const MAX_CATALOGUE_LENGTH = 2_500_000;

const NOT_STORED =
  'The browser does not store the list: its storage may be full. Free disk space, then refresh it.';

/** Whether the catalogue is due for a refresh, by its age or because the user asked for it. */
export async function isCatalogueDue(now: number): Promise<boolean> {
  const [{ fetchedAt, triedAt, error }, requestedAt] = await Promise.all([
    catalogueStatus.getValue(),
    catalogueRequestedAt.getValue(),
  ]);
  if (requestedAt > triedAt) return true;
  if (fetchedAt > now || triedAt > now) return true;
  return error === null ? now - fetchedAt > REFRESH_AFTER_MS : now - triedAt > RETRY_AFTER_MS;
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
  let feeds: Feed[];
  try {
    feeds = boundFeeds(await client.getPriceFeeds({ signal }));
  } catch (error) {
    if (!signal.aborted) await noteFailure(triedAt, describeFailure(error).reason);
    return;
  }
  if (signal.aborted) return;
  try {
    await catalogue.setValue({ fetchedAt: triedAt, feeds });
    await catalogueStatus.setValue({ fetchedAt: triedAt, triedAt, error: null });
    await updateFollowedFeeds(feeds);
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

/** Brings the followed feeds' names and market hours up to date from the stored catalogue. */
export async function followFromCatalogue(): Promise<void> {
  const [ids, known] = await Promise.all([watchlist.getValue(), followedFeeds.getValue()]);
  if (ids.every((id) => Object.hasOwn(known, id))) return;
  await updateFollowedFeeds((await catalogue.getValue()).feeds);
}

async function updateFollowedFeeds(feeds: readonly Feed[]): Promise<void> {
  const ids = new Set(await watchlist.getValue());
  const offered = new Map(
    feeds.filter(({ id }) => ids.has(id)).map(({ id, attributes }) => [id, attributes]),
  );
  await followedFeeds.update((known) =>
    Object.fromEntries(
      [...ids].flatMap((id) => {
        const attributes = offered.get(id) ?? (Object.hasOwn(known, id) ? known[id] : undefined);
        return attributes ? [[id, attributes]] : [];
      }),
    ),
  );
  if (feeds.length > 0) await markDelisted([...ids].filter((id) => !offered.has(id)));
}

/** A feed that the catalogue no longer has is marked and no longer asked for. */
async function markDelisted(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await missingFeeds.update((missing) => ({
    ...missing,
    ...Object.fromEntries(ids.map((id) => [id, 'unknown' as const])),
  }));
}

/** As many of the feeds, from the first on, as there is room for. */
function boundFeeds(feeds: readonly Feed[]): Feed[] {
  const bounded: Feed[] = [];
  let length = 0;
  for (const { id, attributes } of feeds.slice(0, MAX_FEEDS)) {
    const texts = Object.entries(attributes)
      .slice(0, MAX_ATTRIBUTES)
      .map(([name, value]) => [name.slice(0, MAX_TEXT), value.slice(0, MAX_TEXT)] as const);
    length += texts.reduce((sum, [name, value]) => sum + name.length + value.length, id.length);
    if (length > MAX_CATALOGUE_LENGTH) break;
    bounded.push({ id, attributes: Object.fromEntries(texts) });
  }
  return bounded;
}
