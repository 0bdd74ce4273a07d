import { NotCoveredError, toNotCovered } from '../../connection/feed-refusal.ts';
import { findPause } from '../../connection/request-budget.ts';
import type { AnswerProblem } from '../../pages/questions.ts';
import { describeFailure } from '../describe-failure.ts';

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
  const { reason, next } = describeFailure(error);
  // Waiting does not help with what only the user can fix.
  const pause = next === 'stop' ? null : await findPause(error);
  if (!pause) return { code: 'service', reason, retryInSeconds: null };
  const retryInSeconds = Math.ceil(Math.max(0, pause.until - Date.now()) / 1_000);
  return { code: 'service', reason: describeFailure(pause).reason, retryInSeconds };
}
