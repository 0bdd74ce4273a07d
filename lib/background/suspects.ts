import type { SuspectedFeeds } from '../storage/suspected-feeds.ts';

/** Few enough feeds for one URL, so that each batch is one request. */
export const MAX_BATCH = 80;

/**
 * The batch to ask for next: half of those among which one is refused, else as many as are likely to
 * be accepted together.
 */
export function nextBatch({ ids, refused, batchSize }: SuspectedFeeds): string[] {
  const size = refused > 0 ? Math.ceil(refused / 2) : batchSize || MAX_BATCH;
  return ids.slice(0, Math.min(size, MAX_BATCH));
}

/** After the next batch was refused. */
export function afterRefusal(suspects: SuspectedFeeds): SuspectedFeeds {
  const { length } = nextBatch(suspects);
  const batchSize = suspects.refused > 0 ? suspects.batchSize : Math.ceil(length / 2);
  return { ...suspects, refused: length, batchSize };
}

/** After the next batch was answered. */
export function afterAnswer(suspects: SuspectedFeeds): SuspectedFeeds {
  const batch = nextBatch(suspects);
  const batchSize =
    suspects.refused > 0 ? suspects.batchSize : Math.min(2 * batch.length, MAX_BATCH);
  return { ...withoutAnswered(suspects, batch), batchSize };
}

/** Without feeds that the service gives: if one was refused at the front, it is among the rest. */
export function withoutAnswered(
  suspects: SuspectedFeeds,
  answered: readonly string[],
): SuspectedFeeds {
  const gone = new Set(answered);
  const front = suspects.ids.slice(0, suspects.refused).filter((id) => !gone.has(id));
  const ids = suspects.ids.filter((id) => !gone.has(id));
  return ids.length === suspects.ids.length
    ? suspects
    : { ...suspects, ids, refused: front.length };
}

/** Without other feeds: one of them at the front may have been the refused one. */
export function withoutFeeds(suspects: SuspectedFeeds, dropped: readonly string[]): SuspectedFeeds {
  const after = withoutAnswered(suspects, dropped);
  return after.refused === suspects.refused ? after : { ...after, refused: 0 };
}

/** @param isRefused whether these feeds, as one batch, were refused */
export function withFeeds(
  suspects: SuspectedFeeds,
  added: readonly string[],
  isRefused: boolean,
): SuspectedFeeds {
  const known = new Set(suspects.ids);
  const ids = [...suspects.ids, ...added.filter((id) => !known.has(id))];
  const refused = isRefused && known.size === 0 ? ids.length : suspects.refused;
  return { ...suspects, ids, refused };
}
