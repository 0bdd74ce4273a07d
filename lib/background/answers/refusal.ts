import { NotCoveredError, toNotCovered } from '../../connection/feed-refusal.ts';
import { decideAfter } from '../failure-decision.ts';
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
  const decision = await decideAfter(error);
  if (decision.next !== 'wait') return `${decision.reason} Try again.`;
  const seconds = Math.ceil(Math.max(0, decision.until - Date.now()) / 1_000);
  return `${decision.reason} Try again in ${seconds} s.`;
}
