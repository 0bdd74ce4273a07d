import { isProven } from '../domain/prices/proof.ts';
import type { StoredPrice } from '../domain/prices/stored-price.ts';
import { counts, type Counts } from '../storage/values/diagnostics.ts';
import type { UnixMilliseconds } from '../base/units.ts';

// Often enough to be useful, and rarely enough to spare the disk. A worker that dies in between loses
// a few seconds of counts, on which nothing depends.
const SAVE_INTERVAL_MS = 10_000;

/** What a request is for. Counts are stored under these names. */
export type RequestKind =
  | 'latest'
  | 'stream'
  | 'at-a-moment'
  | 'stake-caps'
  | 'catalogue'
  | 'candles'
  | 'other';

/** Counts what the price service sends. */
export interface Traffic {
  /**
   * @param status HTTP status; `failed`: no answer; `redirect`: the browser hides the status
   * @param latencyMs the time until the answer began
   */
  onAnswer: (kind: RequestKind, status: number | 'failed' | 'redirect', latencyMs?: number) => void;
  /** Bytes of bodies as they arrive, after decompression. */
  onBytes: (bytes: number) => void;
}

/** Counts requests, bytes, streams and verdicts for the diagnostics page. */
export interface Counter extends Traffic {
  onStreamOpened: () => void;
  /** Counts one update and its verdicts. */
  onUpdate: (
    judged: ReadonlyArray<{ price: Pick<StoredPrice, 'proof'> | null; failure?: object }>,
  ) => void;
}

export function createCounter(): Counter {
  let pending = noCounts();
  let pendingSince = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(change: (pending: Counts) => void): void {
    timer ??= setTimeout(() => void save(), SAVE_INTERVAL_MS);
    change(pending);
  }

  async function save(): Promise<void> {
    const added = pending;
    const now = Date.now();
    const seconds = Math.max(1, (now - pendingSince) / 1_000);
    timer = undefined;
    pending = noCounts();
    pendingSince = now;
    await counts
      .update((known) => addCounts(known, added, { now, seconds }))
      .catch(() => console.warn('The counts could not be stored.'));
  }

  count((all) => {
    all.workerStarts += 1;
  });
  return {
    onStreamOpened: () =>
      count((all) => {
        all.streams += 1;
      }),
    onAnswer: (kind, status) =>
      count(({ requests }) => {
        const byStatus = (requests[kind] ??= {});
        byStatus[status] = (byStatus[status] ?? 0) + 1;
      }),
    onBytes: (bytes) =>
      count(({ today }) => {
        today.bytes += bytes;
      }),
    onUpdate: (judged) => count((all) => countVerdicts(all, judged)),
  };
}

function countVerdicts(all: Counts, judged: Parameters<Counter['onUpdate']>[0]): void {
  all.updates += 1;
  for (const { price, failure } of judged) {
    if (failure) all.failed += 1;
    else if (isProven(price)) all.verified += 1;
    else if (price?.proof) all.unchecked += 1;
  }
}

/** Adds up two sets of counts. Bytes of an earlier day are dropped. */
export function addCounts(
  known: Counts,
  added: Counts,
  { now, seconds }: { now: UnixMilliseconds; seconds: number },
): Counts {
  const date = Temporal.Now.plainDateISO().toString();
  const earlier = known.today.date === date ? known.today.bytes : 0;
  return {
    since: known.since || now,
    workerStarts: known.workerStarts + added.workerStarts,
    requests: addRequests(known.requests, added.requests),
    streams: known.streams + added.streams,
    updates: known.updates + added.updates,
    updatesPerSecond: added.updates / seconds,
    verified: known.verified + added.verified,
    unchecked: known.unchecked + added.unchecked,
    failed: known.failed + added.failed,
    today: { date, bytes: earlier + added.today.bytes },
  };
}

function addRequests(known: Counts['requests'], added: Counts['requests']): Counts['requests'] {
  const sum = structuredClone(known);
  for (const [kind, byStatus] of Object.entries(added)) {
    const sums = (sum[kind] ??= {});
    for (const [status, times] of Object.entries(byStatus)) {
      sums[status] = (sums[status] ?? 0) + times;
    }
  }
  return sum;
}

function noCounts(): Counts {
  return structuredClone(counts.fallback);
}
