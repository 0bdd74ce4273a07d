import type { JournalEntry } from '@/lib/storage/values/diagnostics.ts';
import type { LastResponse } from '@/lib/storage/values/last-responses.ts';

const TIMES = { at: 1_795_000_000_000, lastAt: 1_795_000_100_000, times: 2 };

/** Events as texts. */
export const JOURNAL_1 = [{ ...TIMES, text: 'The stream ended.' }];

export const JOURNAL_2 = [
  { ...TIMES, event: { kind: 'text', text: 'The stream ended.' } },
] satisfies JournalEntry[];

export const LAST_RESPONSES = {
  first: { at: 1_795_000_030_000, latencyMs: 91 },
} satisfies Record<string, LastResponse>;
