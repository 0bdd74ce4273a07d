import { filterKeys } from '../../base/filter-keys.ts';
import { neededFeedIds } from '../../storage/values/currency.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import { backgroundUpdates } from '../../storage/values/settings.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { suppliedFeeds, type SuppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import { askInBatches } from './ask-in-batches.ts';
import { pollInterval } from '../../domain/connection/poll-interval.ts';
import { isIntervalOver } from './plan.ts';
import type { Updates } from '../intake/updates.ts';
import type { Serving } from './serving.ts';
import { WITHOUT_RETRIES } from './service.ts';
import { failureEvent } from './try-service.ts';

// Feeds that the service in use doesn't know or cover are polled from the next services that have
// them.

const REFUSED_FOR_MS = 60 * 60_000;

export async function pollOthers(serving: Serving, updates: Pick<Updates, 'add'>): Promise<void> {
  const { service } = serving;
  const [known, missing, listed, mode] = await Promise.all([
    suppliedFeeds.getValue(),
    missingFeeds.getValue(),
    neededFeedIds(),
    backgroundUpdates.getValue(),
  ]);
  const reasons = { ...missing, ...known.reasons };
  const ids = listed.filter((id) => Object.hasOwn(reasons, id));
  const now = Date.now();
  if (ids.length === 0 || !isIntervalOver(known.triedAt, pollInterval(mode), now)) return;
  const isOutdated = now < known.refusedSince || now - known.refusedSince > REFUSED_FOR_MS;
  const refused: SuppliedFeeds['refused'] = isOutdated ? {} : { ...known.refused };
  const supplied = new Map<FeedId, string>();
  for (const other of await serving.failover.others()) {
    const before = new Set(refused[other.id]);
    const wanted = ids.filter((id) => !supplied.has(id) && !before.has(id));
    const answered = await poll(serving, updates, { settings: other, ids: wanted });
    for (const id of answered ?? []) supplied.set(id, other.id);
    if (answered) refused[other.id] = [...before, ...wanted.filter((id) => !supplied.has(id))];
  }
  // A switch dropped the verdicts meanwhile.
  if (serving.service !== service) return;
  const refusedSince = isOutdated ? now : known.refusedSince;
  const entries = ids.flatMap((id): Array<[FeedId, MissingReason]> => {
    const reason = reasons[id];
    return reason ? [[id, reason]] : [];
  });
  await missingFeeds.update((current) => ({
    ...filterKeys(current, (id) => !supplied.has(id)),
    ...Object.fromEntries(
      entries.filter(([id]) => Object.hasOwn(known.reasons, id) && !supplied.has(id)),
    ),
  }));
  await suppliedFeeds.setValue({
    reasons: Object.fromEntries(entries.filter(([id]) => supplied.has(id))),
    suppliers: Object.fromEntries(supplied),
    triedAt: now,
    refused,
    refusedSince,
  });
}

/** Returns the feeds that the service has; `null` if it could not be reached. */
async function poll(
  { serviceOf, failover }: Serving,
  updates: Pick<Updates, 'add'>,
  { settings, ids }: { settings: ServiceSettings; ids: readonly FeedId[] },
): Promise<readonly string[] | null> {
  if (ids.length === 0) return null;
  const { client } = serviceOf(settings);
  const ask = (batch: string[]) => client.getLatestPriceUpdates(batch, WITHOUT_RETRIES);
  try {
    const { answered } = await askInBatches(ids, ask, {
      onUpdate: (update) => updates.add(update, settings.id).catch(() => undefined),
    });
    return answered;
  } catch (error) {
    const event = await failureEvent(error, settings.baseUrl);
    if (event) await failover.report(settings.id, event);
    return null;
  }
}
