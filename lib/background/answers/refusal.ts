import { NotCoveredError, toNotCovered } from '../../connection/feed-refusal.ts';
import type { AnswerProblem } from '../../pages/questions.ts';
import { decideAfter } from '../failure-decision.ts';

/** A question has no answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly problem: AnswerProblem;

  constructor(problem: AnswerProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** @throws Refusal if the access token does not cover the feeds; otherwise `error` */
export function refuseIfNotCovered(error: unknown, ids: readonly string[]): never {
  const cause = toNotCovered(error, ids);
  // Without an invitation to try again: the user needs another access token.
  throw cause instanceof NotCoveredError
    ? new Refusal({ code: 'not-covered', isOneFeed: cause.isOneFeed })
    : error;
}

/** Why there is no answer, and when to try again. */
export async function problemOf(error: unknown): Promise<AnswerProblem> {
  if (error instanceof Refusal) return error.problem;
  const decision = await decideAfter(error);
  const retryInSeconds =
    decision.next === 'wait' ? Math.ceil(Math.max(0, decision.until - Date.now()) / 1_000) : null;
  return { code: 'service', reason: decision.reason, retryInSeconds };
}
