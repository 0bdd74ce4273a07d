import type { Gap } from '../../history/past-price.ts';
import { withoutEarlierPrice, type WasClosed } from '../../history/place-in-time.ts';
import type { HistoryRecord } from '../../history/sample.ts';
import { toRecord } from '../../history/sample.ts';
import type { PriceServiceClient, PriceUpdate } from '../../price-service/index.ts';
import type { JudgedItem } from '../judge.ts';
import { askInBatches } from '../poll.ts';
import { nextPrice } from '../next-price.ts';

export interface MomentQuestion {
  /** Unix seconds. */
  moment: number;
  ids: readonly string[];
  judge: (update: PriceUpdate) => Promise<JudgedItem[]>;
  /** Whether the feed's market was open at a time (unix seconds). */
  isOpenAt: (id: string, seconds: number) => boolean;
  /** When a feed's market was closed. */
  closures: (id: string) => WasClosed;
  /** Whether a feed lacked a price at another moment. */
  isDoubtful: (id: string) => boolean;
  signal: AbortSignal;
}

/**
 * Asks for the prices of a moment: a record of each feed, its sample or why there is none. Feeds of
 * refused batches that could not be told apart within the limit of `askInBatches` have no record
 * yet: they are to be asked for again.
 *
 * @throws whatever the client throws, unless it refuses feeds
 */
export async function askForMoment(
  client: PriceServiceClient,
  { moment, ids, judge, isOpenAt, closures, isDoubtful, signal }: MomentQuestion,
): Promise<Map<string, HistoryRecord>> {
  const { updates, missing, answered, none } = await askInBatches(
    ids,
    // Half the bytes of the default encoding are saved.
    (batch) =>
      client.getPriceUpdatesAtTimestamp(moment, batch, {
        encoding: 'base64',
        parsed: true,
        signal,
      }),
    { isDoubtful: (id) => isDoubtful(id) || !isOpenAt(id, moment) },
  );
  const settled = none === null ? new Set([...answered, ...Object.keys(missing)]) : new Set(ids);
  const records = new Map<string, HistoryRecord>();
  for (const judged of (await Promise.all(updates.map(judge))).flat()) {
    const { id } = judged;
    const price = nextPrice(undefined, judged, Date.now());
    if (price)
      records.set(id, withoutEarlierPrice(toRecord(id, moment, price), moment, closures(id)));
    else if (judged.failure) records.set(id, { id, at: moment, gap: 'failed' });
  }
  return new Map(
    [...settled].map(
      (id) => [id, records.get(id) ?? { id, at: moment, gap: reasonFor(id) }] as const,
    ),
  );

  function reasonFor(id: string): Gap {
    const reason = none ?? missing[id] ?? 'no-data';
    if (reason !== 'no-data') return reason;
    return isOpenAt(id, moment) ? 'no-data' : 'closed';
  }
}
