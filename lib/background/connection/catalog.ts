import { LongWork } from '../../base/next-turn.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { PriceServiceClient } from '../../price-service/index.ts';
import { boundAttributes, catalog } from '../../storage/catalog-store.ts';
import { itemsThatFit } from '../../storage/stored-bytes.ts';
import {
  catalogCheckedAt,
  catalogService,
  catalogStatus,
  feedNamings,
  followedFeeds,
} from '../../storage/values/catalog.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { namedInCode } from '../../domain/watchlist/named-feeds.ts';
import { claimOf, identityOf, withIdentity } from '../../domain/watchlist/naming.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import { priceServices } from '../../storage/values/settings.ts';
import { neededFeedIds } from '../../storage/values/currency.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { describeFailure } from './failure.ts';

const UNCONFIRMED = { isConfirmed: false, claim: null };

const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;
/** The catalog is large and may take longer than a price. */
export const CATALOG_TIMEOUT_MS = 25_000;

const RETRY_AFTER_MS = 60 * 60 * 1_000;

// The catalog is too large to read at every start of the worker.
const CHECK_AFTER_MS = 60 * 60 * 1_000;

// The public catalog has about 3,000 feeds in 1.2 MB.
const MAX_FEEDS = 20_000;
const MAX_CATALOG_BYTES = 4 * 2 ** 20;

export interface CatalogSource {
  id: string;
  client: PriceServiceClient;
  hasToken?: boolean;
}

/** Drops the catalog unless it belongs to the service in use or the preferred one. */
export async function dropForeignCatalog(inUse: string): Promise<void> {
  const from = await catalogService.getValue();
  // While prices are samples, users can already search the preferred service's catalog.
  if (from === inUse || from === preferredService(await priceServices.getValue())?.id) return;
  if ((await catalogStatus.getValue()).fetchedAt === 0) return;
  await catalog.setValue(catalog.fallback);
  await catalogStatus.setValue(catalogStatus.fallback);
  // Its claims about markets and names are dropped too; names that the user has seen stay.
  await followedFeeds.update((known) => mapValues(known, identityOf));
  await feedNamings.update((known) => mapValues(known, (own) => ({ ...own, claim: null })));
}

export async function isCatalogDue(now: UnixMilliseconds): Promise<boolean> {
  const { fetchedAt, triedAt, error } = await catalogStatus.getValue();
  const [since, holdsMs] =
    error === null ? [fetchedAt, REFRESH_AFTER_MS] : [triedAt, RETRY_AFTER_MS];
  // A future time was stored before the clock was set back.
  return since > now || now - since > holdsMs;
}

/** Marks a lost or damaged catalog as due. */
export async function checkCatalog(now: UnixMilliseconds): Promise<void> {
  const checkedAt = await catalogCheckedAt.getValue();
  if (now >= checkedAt && now - checkedAt < CHECK_AFTER_MS) return;
  await catalogCheckedAt.setValue(now);
  const [{ fetchedAt }, status] = await Promise.all([catalog.getValue(), catalogStatus.getValue()]);
  if (fetchedAt > 0 || status.fetchedAt === 0) return;
  await catalogStatus.update((known) => ({ ...known, fetchedAt: 0 }));
}

/**
 * Fetches the whole catalog. On failure, the old catalog stays and the error is stored. Writes
 * nothing once `signal` is aborted.
 */
export async function refreshCatalog(
  { id, client, hasToken }: CatalogSource,
  signal: AbortSignal,
): Promise<void> {
  const triedAt = Date.now();
  const options = { timeoutMs: CATALOG_TIMEOUT_MS, signal };
  let offered: Feed[];
  try {
    offered = await boundList(await client.getPriceFeeds(options));
  } catch (error) {
    if (signal.aborted) return;
    await storeFailure(triedAt, describeFailure(error, hasToken).reason);
    return;
  }
  if (signal.aborted) return;
  try {
    const feeds = itemsThatFit(offered.slice(0, MAX_FEEDS), MAX_CATALOG_BYTES);
    await catalog.setValue({ fetchedAt: triedAt, feeds });
    await catalogStatus.setValue({ fetchedAt: triedAt, triedAt, error: null });
    await catalogService.setValue(id);
    await updateFollowedFeeds(offered, await neededFeedIds());
  } catch {
    await storeFailure(triedAt, { code: 'catalog-not-stored' });
  }
}

async function storeFailure(triedAt: UnixMilliseconds, error: ServiceProblem): Promise<void> {
  try {
    await catalogStatus.update((status) => ({ ...status, triedAt, error }));
  } catch {
    console.warn('The status of the catalog could not be stored.');
  }
}

/** Gives newly needed feeds their built-in names or else those in the stored catalog. */
export async function addAttributesFromCatalog(): Promise<void> {
  const [ids, known, namings] = await Promise.all([
    neededFeedIds(),
    followedFeeds.getValue(),
    feedNamings.getValue(),
  ]);
  // Reading the catalog is expensive, so skip feeds that it doesn't have.
  const lacking = ids.filter((id) => !Object.hasOwn(known, id) || !Object.hasOwn(namings, id));
  if (lacking.length > 0) await updateFollowedFeeds((await catalog.getValue()).feeds, lacking);
}

async function updateFollowedFeeds(
  feeds: readonly Feed[],
  sought: readonly string[],
): Promise<void> {
  const ids = new Set(sought);
  const offered = new Map(
    feeds.filter(({ id }) => ids.has(id)).map(({ id, attributes }) => [id, attributes]),
  );
  const isSought = (id: FeedId): boolean => ids.has(id) && feeds.length > 0;
  const followed = await neededFeedIds();
  const namings = await feedNamings.getValue();
  /** Fixed names, which the catalog never changes. */
  const ownOf = (known: Record<FeedId, Record<string, string>>, id: FeedId) =>
    (Object.hasOwn(namings, id) ? null : namedInCode(id)) ?? wordsOf(known, id);
  const { before, after: kept } = await followedFeeds.update((known) =>
    Object.fromEntries(
      followed.flatMap((id) => {
        const words = ownOf(known, id) ?? offered.get(id);
        // A feed that the catalog lacks has its id as its name.
        if (!words) return isSought(id) ? [[id, {}]] : [];
        // A feed that this list lacks loses what another service's list said about its market.
        const others = offered.get(id) ?? (isSought(id) ? words : (known[id] ?? words));
        return [[id, withIdentity(others, words)]];
      }),
    ),
  );
  await feedNamings.update((known) =>
    Object.fromEntries(
      followed.flatMap((id) => {
        const { [id]: attributes } = kept;
        if (!attributes) return [];
        const listed = offered.get(id);
        const isNamed = namedInCode(id) !== null;
        const isNameless = Object.keys(identityOf(attributes)).length === 0;
        const first = { isConfirmed: isNamed || isNameless, claim: null };
        const isNamedByList = listed !== undefined && ownOf(before, id) === undefined;
        const naming = isNamedByList ? UNCONFIRMED : (known[id] ?? first);
        // Another service's claim about a feed that this list lacks goes too.
        const unlisted = isSought(id) ? null : naming.claim;
        const claim = listed ? claimOf({ kept: attributes, listed }, isNamed) : unlisted;
        return [[id, { ...naming, claim }]];
      }),
    ),
  );
}

function wordsOf(known: Record<FeedId, Record<string, string>>, id: FeedId) {
  const words = identityOf(Object.hasOwn(known, id) ? known[id] : undefined);
  return Object.keys(words).length > 0 ? words : undefined;
}

function mapValues<T, Mapped>(map: Record<FeedId, T>, change: (value: T) => Mapped) {
  return Object.fromEntries(Object.entries(map).map(([id, value]) => [id, change(value)]));
}

/** In slices, because counting the bytes of a large list takes tens of milliseconds. */
async function boundList(feeds: readonly Feed[]): Promise<Feed[]> {
  const work = new LongWork();
  const bounded: Feed[] = [];
  for (const feed of feeds) {
    bounded.push(boundFeed(feed));
    await work.endLongTurn();
  }
  return bounded;
}

export function boundFeed({ id, attributes }: Feed): Feed {
  return { id, attributes: boundAttributes(attributes) };
}
