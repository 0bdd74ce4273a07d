import { filterKeys } from '../../base/filter-keys.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import { polling } from '../../storage/values/connection.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import { suspectedFeeds, type SuspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import type { Verdicts } from './round.ts';
import { withFeeds, withoutFeeds } from './suspects.ts';

const MISSING_RECHECK_MS = 60 * 60_000;

/**
 * Stores what a round has found out so far, unless `signal` is aborted. Resolves with whether the
 * missing or suspected feeds changed.
 */
export async function storeVerdicts(
  { missing, answered, suspects }: Verdicts,
  signal: AbortSignal,
): Promise<boolean> {
  let hasChanged = false;
  await missingFeeds.update((known) => {
    const after: Record<FeedId, MissingReason> = { ...known, ...missing };
    for (const id of answered) delete after[id];
    if (signal.aborted || isDeepEqual(known, after)) return known;
    hasChanged = true;
    return after;
  });
  if (!signal.aborted) hasChanged = (await dropSupplied(new Set(answered))) || hasChanged;
  await suspectedFeeds.update((known) => {
    if (signal.aborted || isDeepEqual(known, suspects)) return known;
    hasChanged ||= !isDeepEqual(known.ids, suspects.ids);
    return suspects;
  });
  return hasChanged;
}

/** Resolves with whether another service had supplied any of these feeds. */
async function dropSupplied(answered: ReadonlySet<string>): Promise<boolean> {
  let hasChanged = false;
  await suppliedFeeds.update((known) => {
    const reasons = filterKeys(known.reasons, (id) => !answered.has(id));
    hasChanged = reasons !== known.reasons;
    return hasChanged ? { ...known, reasons } : known;
  });
  return hasChanged;
}

/** Once an hour, makes missing feeds suspects again. */
export async function recheckMissing(watchlist: readonly string[]): Promise<void> {
  const { missingCheckedAt } = await polling.getValue();
  const now = Date.now();
  if (now >= missingCheckedAt && now - missingCheckedAt < MISSING_RECHECK_MS) return;
  await polling.update((state) => ({ ...state, missingCheckedAt: now }));
  const listed = new Set(watchlist);
  const isListed = (id: FeedId): boolean => listed.has(id);
  const missing = await missingFeeds.update((known) => filterKeys(known, isListed));
  const { reasons } = await suppliedFeeds.getValue();
  const ids = Object.keys({ ...missing, ...filterKeys(reasons, isListed) });
  if (ids.length === 0) return;
  // They stay marked as missing and are requested apart, as they get whole batches refused.
  await suspectedFeeds.update((known) => ({
    ...withFeeds(known, ids, false),
    batchSize: known.ids.length === 0 ? 1 : known.batchSize,
  }));
}

export async function areAllMissing(ids: readonly FeedId[]): Promise<boolean> {
  const [missing, { reasons }] = await Promise.all([
    missingFeeds.getValue(),
    suppliedFeeds.getValue(),
  ]);
  return ids.every((id) => Object.hasOwn(missing, id) || Object.hasOwn(reasons, id));
}

export async function deleteVerdicts(): Promise<void> {
  await polling.update((state) => ({ ...state, missingCheckedAt: Date.now() }));
  await missingFeeds.update((missing) => (Object.keys(missing).length > 0 ? {} : missing));
  await suppliedFeeds.update((known) => (known.triedAt > 0 ? suppliedFeeds.fallback : known));
  await deleteSuspects();
}

export async function deleteSuspects(): Promise<void> {
  const { fallback } = suspectedFeeds;
  await suspectedFeeds.update((known) => (isDeepEqual(known, fallback) ? known : fallback));
}

/** Deletes suspects that left the watchlist. */
export async function suspectsAmong(watchlist: readonly string[]): Promise<SuspectedFeeds> {
  const listed = new Set(watchlist);
  const onlyListed = (known: SuspectedFeeds): SuspectedFeeds => {
    const dropped = known.ids.filter((id) => !listed.has(id));
    return dropped.length === 0 ? known : withoutFeeds(known, dropped);
  };
  const known = await suspectedFeeds.getValue();
  // Suspects are rare, and locking delays the worker's first request.
  return onlyListed(known) === known ? known : suspectedFeeds.update(onlyListed);
}
