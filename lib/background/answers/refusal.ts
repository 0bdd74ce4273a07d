import { NotCoveredError, toNotCovered } from '../../connection/feed-refusal.ts';
import { findPause } from '../../connection/request-budget.ts';
import { describeFailure } from '../failure-words.ts';

/** A question has no answer. The message is a sentence for the user. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** @throws Refusal if the access token does not cover the feeds; otherwise `error` */
export function refuseIfNotCovered(error: unknown, ids: readonly string[]): never {
  const cause = toNotCovered(error, ids);
  // Without an invitation to try again: the user needs another access token.
  throw cause instanceof NotCoveredError ? new Refusal(describeFailure(cause).reason) : error;
}

/** Why there is no answer, and when to try again, in words for the user. */
export async function explain(error: unknown): Promise<string> {
  if (error instanceof Refusal) return error.message;
  const { reason: failure, next } = describeFailure(error);
  // Waiting does not help with what only the user can fix.
  const pause = next === 'stop' ? null : await findPause(error);
  if (!pause) return `${failure} Try again.`;
  const { reason } = describeFailure(pause);
  const seconds = Math.ceil(Math.max(0, pause.until - Date.now()) / 1_000);
  return `${reason} Try again in ${seconds} s.`;
}
