import type { Counts, JournalEntry } from '@/lib/storage/values/diagnostics.ts';
import type { LastResponse } from '@/lib/storage/values/last-responses.ts';

const OTHER_COUNTS = {
  since: 1_795_000_000_000,
  workerStarts: 4,
  requests: { latest: { '200': 12, failed: 1 } },
  streams: 3,
  updates: 900,
  updatesPerSecond: 2.5,
  verified: 40,
  today: { date: '2026-11-18', bytes: 123_456 },
};

/** Version 0.1.0. */
export const COUNTS_1 = { ...OTHER_COUNTS, unverified: 2, mismatched: 3 };

export const COUNTS_2 = { ...OTHER_COUNTS, unchecked: 2, failed: 3 } satisfies Counts;

const TIMES = { at: 1_795_000_000_000, lastAt: 1_795_000_100_000, times: 2 };

/** Events as texts. */
export const JOURNAL_1 = [{ ...TIMES, text: 'The stream ended.' }];

export const JOURNAL_2 = [
  { ...TIMES, event: { kind: 'text', text: 'The stream ended.' } },
] satisfies JournalEntry[];

export const LAST_RESPONSES = {
  first: { at: 1_795_000_030_000, latencyMs: 91 },
} satisfies Record<string, LastResponse>;
