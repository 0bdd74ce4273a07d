import { toNotCovered } from '../../domain/connection/feed-refusal.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { ConnectionReport } from './connection-report.ts';
import { describeFailure } from './failure.ts';
import type { Recorder } from '../recorder.ts';
import {
  type StreamedService,
  openLiveStream,
  type LiveStream,
  type LiveStreamOptions,
  type StreamQuery,
} from './live-stream.ts';
import { SILENCE_MS } from './silence.ts';

// The one owner of reconnection. The client's stream does not reconnect by itself here.
//
//            open()              first data
//   closed ─────────▶ connecting ──────────▶ delivering
//     ▲               │   ▲                      │
//     │          lost │   │ after 1 s, or the    │ lost
//     │               ▼   │ service's `retry`    │
//     │             retrying ◀───────────────────┘
//     │
//     └── waiting ◀── refused, or lost again before any data
//         1 s, 2 s, 4 s … 30 s; at most 1.5 s while a page is open
//
// `live-stream.ts` handles connecting, delivering and retrying. A stream that opens after a failure
// does not retry: until there is data, each loss leads to `waiting`, with polls meanwhile. After a
// refusal, the specification does not reconnect either.

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

// An open page shows prices within two seconds of the service's return.
const LONGEST_WHILE_PAGE_OPEN_MS = 1_500;

export type PriceStream = ReturnType<typeof createPriceStream>;

interface PriceStreamOptions extends Pick<LiveStreamOptions, 'add'> {
  isPageOpen: () => boolean;
  report: ConnectionReport;
  recorder: Recorder;
}

export interface StreamReactions extends Pick<
  LiveStreamOptions,
  'onData' | 'onLate' | 'onQuiet' | 'onSilent'
> {
  /** The stream is about to reconnect. */
  onLost: (error: Error, ids: readonly FeedId[]) => void;
  /** @param failures in a row, this one included @param nextAt when the next stream is due */
  onEnded: (error: Error, failures: number, nextAt: UnixMilliseconds) => void;
}

/** The worker's only price stream. */
export function createPriceStream(options: PriceStreamOptions) {
  const { isPageOpen, recorder } = options;
  let live: LiveStream | undefined;
  let failures = 0;
  let notBefore: UnixMilliseconds = 0;

  function open(service: StreamedService, query: StreamQuery, reactions: StreamReactions): void {
    live = openLiveStream(service, {
      ...reactions,
      query,
      add: options.add,
      canRetry: failures === 0,
      onOpen: () => recordOpen(recorder, query),
      onRetrying: (error) => void reportRetry(error, live, options, reactions),
      onEnded: (error) => onEnded(toNotCovered(error, query.ids), reactions),
      onLate: (ids) => failures === 0 && reactions.onLate(ids),
    });
  }

  function onEnded(error: Error, reactions: StreamReactions): void {
    close();
    failures += 1;
    recorder.log({ kind: 'stream-ended', reason: describeFailure(error).reason });
    notBefore = Date.now() + pauseAfter(failures, isPageOpen());
    reactions.onEnded(error, failures, notBefore);
  }

  function close(): void {
    live?.close();
    // Data ends a run of failures.
    if (hasData(live)) failures = 0;
    live = undefined;
  }

  return {
    /** Whether an open or retrying stream brought data. */
    get isDelivering() {
      return hasData(live);
    },
    hasDataSince: (time: UnixMilliseconds) => (live?.lastDataAt ?? 0) >= time,
    /** Milliseconds until the stream should have data. */
    dataDueInMs: () => live?.dataDueInMs ?? 0,
    /** Whether data is missing, even if a stream is open. */
    isLacking: (now: UnixMilliseconds) =>
      now >= notBefore && (!live || (live.lastDataAt > 0 && now - live.lastDataAt > SILENCE_MS)),
    isDue: (now: UnixMilliseconds) => !live && now >= notBefore,
    open,
    closeUnless(query: StreamQuery): void {
      if (live && !isSameQuery(live.query, query)) close();
    },
    close,
    /** 0: may reopen now. */
    waitUntil(until: UnixMilliseconds): void {
      notBefore = until;
    },
    resetFailures(): void {
      failures = 0;
    },
  };
}

function recordOpen(recorder: Recorder, { ids, isLean }: StreamQuery): void {
  recorder.log({ kind: 'stream-opened', feedCount: ids.length, isLean });
}

function hasData(live: LiveStream | undefined): boolean {
  return live !== undefined && live.lastDataAt > 0;
}

function pauseAfter(failures: number, isPageOpen: boolean): number {
  const longest = isPageOpen ? LONGEST_WHILE_PAGE_OPEN_MS : LONGEST_PAUSE_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), longest);
}

async function reportRetry(
  error: Error,
  live: LiveStream | undefined,
  { report, recorder }: PriceStreamOptions,
  { onLost }: StreamReactions,
): Promise<void> {
  onLost(error, live?.query.ids ?? []);
  const { remedy, reason } = describeFailure(error);
  recorder.log({ kind: 'stream-broke', reason });
  // Only the retry shows whether the service is reachable.
  const isUnclear = hasData(live) && remedy !== null;
  await report.set('connecting', {
    reason: isUnclear ? { code: 'stream-broke' } : reason,
    remedy,
  });
}

function isSameQuery(one: StreamQuery, other: StreamQuery): boolean {
  return (
    one.isLean === other.isLean &&
    one.ids.length === other.ids.length &&
    other.ids.every((id) => one.ids.includes(id))
  );
}
