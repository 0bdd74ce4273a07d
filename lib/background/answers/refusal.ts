import { NotCoveredError, toNotCovered } from '../../domain/connection/feed-refusal.ts';
import { InquiryError } from '../../pages/inquiries.ts';
import type { AnswerProblem } from '../../pages/questions.ts';
import { readFailure } from '../connection/failure.ts';
import type { AnswerSources } from './sources.ts';

/** @throws InquiryError if the access token does not cover the feeds; otherwise `error` */
export function refuseIfNotCovered(error: unknown, ids: readonly string[]): never {
  const cause = toNotCovered(error, ids);
  // Trying again doesn't help: the user needs another access token.
  throw cause instanceof NotCoveredError
    ? new InquiryError({ code: 'not-covered', isOneFeed: cause.isOneFeed })
    : error;
}

export async function problemOf(
  error: unknown,
  connect: AnswerSources['connect'],
): Promise<AnswerProblem> {
  if (error instanceof InquiryError) return error.problem;
  const service = await connect().catch(() => null);
  const { reason, outcome } = await readFailure(error, service);
  const retryInSeconds =
    outcome?.kind === 'paused' ? Math.ceil(Math.max(0, outcome.until - Date.now()) / 1_000) : null;
  return { code: 'service', reason, retryInSeconds };
}
