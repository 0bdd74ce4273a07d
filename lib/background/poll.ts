import {
  HttpStatusError,
  type PriceServiceClient,
  type PriceUpdate,
} from '../price-service/index.ts';

/** Why the service does not give a feed. */
export type MissingReason = 'unknown' | 'no-data';

export interface PollResult {
  /** The answers, one for each part of the batch that the service accepted. */
  updates: PriceUpdate[];
  /** Feeds that the service answered 404 for, alone or by name. */
  missing: Record<string, MissingReason>;
}

/**
 * Reads the latest prices of all feeds in one batch. One unknown feed makes the service refuse the
 * whole batch with 404; the batch is then split until the offenders are known, so that one bad feed
 * never hides the others.
 *
 * @throws whatever the client throws for anything but 404
 */
export async function pollPrices(
  client: PriceServiceClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PollResult> {
  return askInBatches(ids, (batch) => client.getLatestPriceUpdates(batch, { signal }));
}

/**
 * Asks for all feeds in one batch, which is split as `pollPrices` does.
 *
 * @param isDoubtful whether a feed may well be without a price: such feeds are split off first, and
 *   where the service has no data for them they are believed to be alike
 * @throws whatever `call` throws for anything but 404
 */
export async function askInBatches(
  ids: readonly string[],
  call: (batch: string[]) => Promise<PriceUpdate>,
  isDoubtful: (id: string) => boolean = () => false,
): Promise<PollResult> {
  const result: PollResult = { updates: [], missing: {} };
  await ask(ids);
  return result;

  async function ask(batch: readonly string[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      result.updates.push(await call([...batch]));
    } catch (error) {
      if (!(error instanceof HttpStatusError) || error.status !== 404) throw error;
      await split(batch, error.detail ?? '');
    }
  }

  async function split(batch: readonly string[], detail: string): Promise<void> {
    const isWithoutData = /update data/i.test(detail);
    const doubtful = batch.filter(isDoubtful);
    if (batch.length === 1 || (isWithoutData && doubtful.length === batch.length)) {
      for (const id of batch) result.missing[id] = isWithoutData ? 'no-data' : 'unknown';
      return;
    }
    // The specification promises no body; where the service names the offenders, halving is saved.
    const named = new Set(detail.toLowerCase().match(/[0-9a-f]{64}/g) ?? []);
    const offenders = batch.filter((id) => named.has(id));
    if (offenders.length > 0) {
      for (const id of offenders) result.missing[id] = 'unknown';
      await ask(batch.filter((id) => !named.has(id)));
      return;
    }
    if (doubtful.length > 0 && doubtful.length < batch.length) {
      await ask(batch.filter((id) => !isDoubtful(id)));
      await ask(doubtful);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await ask(batch.slice(0, middle));
    await ask(batch.slice(middle));
  }
}
