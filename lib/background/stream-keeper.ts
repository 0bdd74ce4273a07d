import { toNotCovered } from '../connection/feed-refusal.ts';
import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import type { ConnectionReport } from './connection-report.ts';
import { describeFailure } from './describe-failure.ts';
import { openLiveStream, SILENCE_MS, type LiveStream } from './live-stream.ts';
import type { Recorder } from './recorder.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

// Who looks sees prices within two seconds of the service's return, however long it was away.
const LONGEST_WHILE_LOOKED_AT_MS = 1_500;

// A stream that brought nothing by then is helped by one poll, so that a page is never empty long.
const FIRST_DATA_MS = 2_000;

type Form = Pick<LiveStream, 'ids' | 'isLean'>;

/** The one price stream of a worker, with growing pauses between the tries. */
export interface StreamKeeper {
  /** It is open and brought data. */
  readonly isDelivering: boolean;
  /** Nothing comes, although one may be open. */
  isLacking: (now: number) => boolean;
  /** Whether it is time to open one. */
  isDue: (now: number) => boolean;
  open: (client: PriceServiceClient, form: Form) => void;
  /** Closes it unless it has this form. */
  keepOnly: (form: Form) => void;
  close: () => void;
  /** None is opened before this, unix milliseconds; 0: from now on. */
  holdBack: (until: number) => void;
  /** The next failure is a first one. */
  forgetFailures: () => void;
}

export interface StreamKeeperOptions {
  isSomeoneLooking: () => boolean;
  report: ConnectionReport;
  recorder: Recorder;
  onUpdate: (update: PriceUpdate) => void;
  /** It brings nothing at first. */
  onLate: (ids: readonly string[]) => void;
  /** It brought nothing for a while. */
  onSilent: (ids: readonly string[]) => void;
  /** @param failures in a row, this one included. @param nextAt when the next try is due */
  onClosed: (error: Error, failures: number, nextAt: number) => void;
}

export function createStreamKeeper(options: StreamKeeperOptions): StreamKeeper {
  const { isSomeoneLooking, report, recorder, onUpdate, onLate, onSilent, onClosed } = options;
  let live: LiveStream | undefined;
  let failures = 0;
  let notBefore = 0;
  // The first failure is left to the stream itself; after that there are pauses, and polls meanwhile.
  let isTryingAgain = false;

  function isDelivering(): boolean {
    return live !== undefined && live.lastDataAt > 0;
  }

  function open(client: PriceServiceClient, form: Form): void {
    const stream = openLiveStream(client, form, {
      onOpen: () => {
        recorder.onStreamOpened();
        recorder.note({ kind: 'stream-opened', feedCount: form.ids.length, isLean: form.isLean });
      },
      onUpdate: (update) => {
        failures = 0;
        isTryingAgain = false;
        if (live === stream) onUpdate(update);
      },
      onRetrying: (error) =>
        failures > 0 || isTryingAgain ? giveUp(error) : void isRetrying(error),
      onClosed: (error) => isClosed(toNotCovered(error, form.ids)),
      onSilent: () => {
        if (live) onSilent(live.ids);
      },
    });
    live = stream;
    isTryingAgain = false;
    setTimeout(() => {
      if (live === stream && stream.lastDataAt === 0 && failures === 0) onLate(form.ids);
    }, FIRST_DATA_MS);
  }

  function close(): void {
    live?.close();
    live = undefined;
  }

  async function isRetrying(error: Error): Promise<void> {
    isTryingAgain = true;
    const { remedy, reason } = describeFailure(error);
    recorder.note({ kind: 'stream-broke', reason });
    // Whether the service can be reached shows with the next try.
    const isUnclear = isDelivering() && remedy !== null;
    await report.set('connecting', {
      reason: isUnclear ? { code: 'stream-broke' } : reason,
      remedy,
    });
  }

  function giveUp(error: Error): void {
    close();
    isClosed(error);
  }

  function isClosed(error: Error): void {
    live = undefined;
    failures += 1;
    recorder.note({ kind: 'stream-ended', reason: describeFailure(error).reason });
    const longest = isSomeoneLooking() ? LONGEST_WHILE_LOOKED_AT_MS : LONGEST_PAUSE_MS;
    notBefore = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), longest);
    onClosed(error, failures, notBefore);
  }

  return {
    get isDelivering() {
      return isDelivering();
    },
    isLacking: (now) =>
      now >= notBefore && (!live || (live.lastDataAt > 0 && now - live.lastDataAt > SILENCE_MS)),
    isDue: (now) => !live && now >= notBefore,
    open,
    keepOnly: (form) => {
      if (live && (live.isLean !== form.isLean || !hasSameIds(live.ids, form.ids))) close();
    },
    close,
    holdBack: (until) => {
      notBefore = until;
    },
    forgetFailures: () => {
      failures = 0;
    },
  };
}

function hasSameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}
