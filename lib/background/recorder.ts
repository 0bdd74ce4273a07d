import { isDeepEqual } from '../base/deep-equal.ts';
import type { JournalEvent } from '../domain/diagnostics/journal-event.ts';
import { journal, type JournalEntry } from '../storage/values/diagnostics.ts';

const MAX_ENTRIES = 200;
const SAVE_DELAY_MS = 500;

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder() {
  let entries: JournalEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function log(event: JournalEvent): void {
    const now = Date.now();
    entries.push({ at: now, lastAt: now, times: 1, event });
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
  }

  async function save(): Promise<void> {
    const added = entries;
    timer = undefined;
    entries = [];
    try {
      await journal.update((known) => added.reduce(addEntry, known).slice(-MAX_ENTRIES));
    } catch {
      // Retried with the next entry, when storage may have room.
      entries = [...added, ...entries].slice(-MAX_ENTRIES);
    }
  }

  return { log };
}

/** Counts repeats in their first entry. Otherwise, an hour of alarms would fill the journal. */
export function addEntry(known: readonly JournalEntry[], entry: JournalEntry): JournalEntry[] {
  const last = known.at(-1);
  if (!last || !isDeepEqual(last.event, entry.event)) return [...known, entry];
  const { at, times } = last;
  return [...known.slice(0, -1), { ...entry, at, times: times + entry.times }];
}
