import type { SuspectedFeeds } from '../../storage/values/suspected-feeds.ts';

/** Few enough for one URL. */
export const MAX_BATCH = 80;

/** The next batch: half of a refused batch, or as many feeds as are likely to succeed together. */
export function nextBatch({ ids, refused, batchSize }: SuspectedFeeds): string[] {
  const size = refused > 0 ? Math.ceil(refused / 2) : batchSize || MAX_BATCH;
  return ids.slice(0, Math.min(size, MAX_BATCH));
}

export function afterRefusal(suspects: SuspectedFeeds): SuspectedFeeds {
  const { length } = nextBatch(suspects);
  const batchSize = suspects.refused > 0 ? suspects.batchSize : Math.ceil(length / 2);
  return { ...suspects, refused: length, batchSize };
}

export function afterAnswer(suspects: SuspectedFeeds): SuspectedFeeds {
  const batch = nextBatch(suspects);
  const batchSize =
    suspects.refused > 0 ? suspects.batchSize : Math.min(2 * batch.length, MAX_BATCH);
  return { ...withoutAnswered(suspects, batch), batchSize };
}

/** If the front batch contains a refused feed, it is among the rest of that batch. */
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

/** One of the dropped feeds may have been the refused one of the front batch. */
export function withoutFeeds(suspects: SuspectedFeeds, dropped: readonly string[]): SuspectedFeeds {
  const after = withoutAnswered(suspects, dropped);
  return after.refused === suspects.refused ? after : { ...after, refused: 0 };
}

/** @param isRefused whether they were refused as one batch */
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
