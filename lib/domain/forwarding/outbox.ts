import type { UnixMilliseconds } from '../../base/units.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { PhoneMessage } from './post.ts';

const MINUTE_MS = 60_000;
/** Growing pauses between attempts; the last one is repeated. */
const PAUSES_MS = [5_000, 15_000, 45_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];
/** A message waits for alerts that trigger right after it, so that nothing is sent twice. */
export const WAIT_MS = 3_000;
const GIVE_UP_AFTER_MS = WAIT_MS + 60 * MINUTE_MS;
const MAX_ENTRIES = 50;

const problemSchema = z.union([
  z.object({ code: z.literal('unreachable') }),
  z.object({ code: z.literal('status'), status: z.number() }),
]);

/** Why a message could not be sent. */
export type SendProblem = z.infer<typeof problemSchema>;

export const outboxEntrySchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  addedAt: unixMilliseconds,
  attempts: z.number(),
  /** `null`: the message is not sent again. */
  nextAt: z.nullable(unixMilliseconds),
  problem: z.nullable(problemSchema),
});

/** A message that has not been sent yet, or could not be sent. */
export type OutboxEntry = z.infer<typeof outboxEntrySchema>;
export type Outbox = readonly OutboxEntry[];

/**
 * A message that repeats an earlier message in full, for a notification that replaces an earlier
 * notification.
 */
export interface Update {
  earlierId: string;
  news: PhoneMessage;
}

/**
 * Adds a message, unless it is there already. Drops the oldest messages if there is no room. An
 * update replaces the earlier message if that is still waiting; otherwise only the news is sent.
 */
export function added(
  outbox: Outbox,
  message: PhoneMessage,
  now: UnixMilliseconds,
  update?: Update,
): OutboxEntry[] {
  const { id, title, text } = message;
  const waits = ({ id: known, attempts, nextAt }: OutboxEntry): boolean =>
    known === update?.earlierId && attempts === 0 && nextAt !== null && nextAt > now;
  if (outbox.some(({ id: known }) => known === id)) return [...outbox];
  if (outbox.some(waits)) {
    return outbox.map((entry) => (waits(entry) ? { ...entry, id, title, text } : entry));
  }
  if (update) return added(outbox, update.news, now);
  const entry = {
    id,
    title,
    text,
    addedAt: now,
    attempts: 0,
    nextAt: now + WAIT_MS,
    problem: null,
  };
  return [...outbox, entry].slice(-MAX_ENTRIES);
}

export function sent(outbox: Outbox, sentId: string): OutboxEntry[] {
  return outbox.filter(({ id }) => id !== sentId);
}

interface Failure {
  problem: SendProblem;
  now: UnixMilliseconds;
  /** The pause that the service requested. */
  retryAfterMs?: number | undefined;
}

/** Retries only temporary problems, for up to an hour. */
export function failed(outbox: Outbox, failedId: string, failure: Failure): OutboxEntry[] {
  const { problem, now, retryAfterMs = 0 } = failure;
  return outbox.map((entry) => {
    if (entry.id !== failedId) return entry;
    const pauseMs = Math.max(PAUSES_MS[entry.attempts] ?? PAUSES_MS.at(-1) ?? 0, retryAfterMs);
    const isLast = !mayPass(problem) || now + pauseMs > entry.addedAt + GIVE_UP_AFTER_MS;
    return {
      ...entry,
      attempts: entry.attempts + 1,
      nextAt: isLast ? null : now + pauseMs,
      problem,
    };
  });
}

/** The first message that is due; `null`: none. */
export function dueIn(outbox: Outbox, now: UnixMilliseconds): OutboxEntry | null {
  return outbox.find(({ nextAt }) => nextAt !== null && nextAt <= now) ?? null;
}

/** Time of the next attempt; `null` if nothing is waiting. */
export function nextAttemptAt(outbox: Outbox): UnixMilliseconds | null {
  const times = outbox.flatMap(({ nextAt }) => nextAt ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

function mayPass(problem: SendProblem): boolean {
  if (problem.code === 'unreachable') return true;
  return problem.status === 408 || problem.status === 429 || problem.status >= 500;
}
