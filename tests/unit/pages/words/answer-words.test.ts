import { expect, it } from 'vitest';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import type { AnswerProblem } from '@/lib/pages/questions.ts';
import { answerProblemWords } from '@/lib/pages/words/answer-words.ts';

const PAUSED = { code: 'service', reason: { code: 'paused' } } as const;
const NOT_COVERED = { code: 'not-covered', isOneFeed: true } as const;
const paused = serviceProblemWords(PAUSED.reason);

it.each<[AnswerProblem, string]>([
  [
    { code: 'invalid-question' },
    'Couldn’t make the request. Close this page, reopen it and try again.',
  ],
  [{ code: 'no-answer' }, 'The price service didn’t respond in time.'],
  [{ code: 'no-room' }, 'The result is too large to save. Request less data.'],
  [{ code: 'not-connected' }, 'Not connected to the price service. Check the connection.'],
  [{ code: 'in-the-future' }, 'Choose a time in the past.'],
  [{ code: 'before-1970' }, 'The price service has no price for that time.'],
  [{ code: 'no-price-then' }, 'The price service has no price for that time.'],
  [NOT_COVERED, serviceProblemWords(NOT_COVERED)],
  [{ ...PAUSED, retryInSeconds: 30 }, `${paused} Try again in 30\u00a0seconds.`],
  [{ ...PAUSED, retryInSeconds: null }, `${paused} Try again.`],
])('%j is explained', (problem, words) => {
  expect(answerProblemWords(problem)).toBe(words);
});
