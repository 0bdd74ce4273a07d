import { isDeepEqual } from '../deep-equal.ts';
import type { JournalEvent } from '../diagnostics/journal-event.ts';
import { counts, journal, type Counts, type JournalEntry } from '../storage/diagnostics.ts';
import type { JudgedItem } from './judge.ts';
import type { Traffic } from './traffic.ts';

const MAX_ENTRIES = 200;

// Often enough to be of use, seldom enough to spare the disk. A worker that dies in between loses
// a few seconds of numbers that nothing depends on.
const SAVE_COUNTS_MS = 10_000;
const SAVE_JOURNAL_MS = 500;

/** Keeps what happens in the background for the diagnostics page. */
export interface Recorder extends Traffic {
  note: (event: JournalEvent) => void;
  onStreamOpened: () => void;
  /** One update, and what its signatures say. */
  onUpdate: (judged: ReadonlyArray<Pick<JudgedItem, 'proof' | 'failure'>>) => void;
}

export function createRecorder(): Recorder {
  let pending = noCounts();
  let pendingSince = Date.now();
  let entries: JournalEntry[] = [];
  let countsTimer: ReturnType<typeof setTimeout> | undefined;
  let journalTimer: ReturnType<typeof setTimeout> | undefined;

  function count(change: (pending: Counts) => void): void {
    countsTimer ??= setTimeout(() => void saveCounts(), SAVE_COUNTS_MS);
    change(pending);
  }

  async function saveCounts(): Promise<void> {
    const added = pending;
    const now = Date.now();
    const seconds = Math.max(1, (now - pendingSince) / 1_000);
    countsTimer = undefined;
    pending = noCounts();
    pendingSince = now;
    await counts
      .update((known) => addCounts(known, added, { now, seconds }))
      .catch(() => console.warn('What was counted could not be stored.'));
  }

  async function saveJournal(): Promise<void> {
    const added = entries;
    journalTimer = undefined;
    entries = [];
    try {
      await journal.update((known) => added.reduce(addEntry, known).slice(-MAX_ENTRIES));
    } catch {
      // With the next event: the storage may have room by then.
      entries = [...added, ...entries].slice(-MAX_ENTRIES);
    }
  }

  function note(event: JournalEvent): void {
    const now = Date.now();
    entries.push({ at: now, lastAt: now, times: 1, event });
    journalTimer ??= setTimeout(() => void saveJournal(), SAVE_JOURNAL_MS);
  }

  count((all) => {
    all.workerStarts += 1;
  });
  return {
    note,
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
    onUpdate: (judged) =>
      count((all) => {
        all.updates += 1;
        for (const { proof, failure } of judged) {
          if (failure) all.failed += 1;
          else if (proof?.state === 'verified') all.verified += 1;
          else if (proof) all.unchecked += 1;
        }
      }),
  };
}

/** Sums what is known and what came; the bytes of an earlier day are dropped. */
export function addCounts(
  known: Counts,
  added: Counts,
  { now, seconds }: { now: number; seconds: number },
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

/** The same thing again is counted at its first entry, or one hour of alarms would be all there is. */
export function addEntry(known: readonly JournalEntry[], entry: JournalEntry): JournalEntry[] {
  const last = known.at(-1);
  if (!last || !isDeepEqual(last.event, entry.event)) return [...known, entry];
  const { at, times } = last;
  return [...known.slice(0, -1), { ...entry, at, times: times + entry.times }];
}

function noCounts(): Counts {
  return structuredClone(counts.fallback);
}
