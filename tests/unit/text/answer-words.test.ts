import { expect, it } from 'vitest';
import type { AnswerProblem } from '../../../lib/pages/questions.ts';
import { answerProblemWords } from '../../../lib/text/answer-words.ts';

const PAUSED = { code: 'service', reason: { code: 'paused' } } as const;

it.each<[AnswerProblem, string]>([
  [{ code: 'invalid-question' }, 'This question cannot be asked.'],
  [{ code: 'no-answer' }, 'No answer came in time. Look at the connection and try again.'],
  [{ code: 'no-room' }, 'The browser has no room for the answer. Ask for less of it.'],
  [{ code: 'not-connected' }, 'The price service is not connected. Look at the connection.'],
  [{ code: 'in-the-future' }, 'That moment has not come yet.'],
  [{ code: 'before-1970' }, 'There were no prices at that moment.'],
  [{ code: 'no-price-then' }, 'The price service has no price of that moment. Try a later one.'],
  [{ code: 'not-covered', isOneFeed: true }, 'Your access token doesn’t cover this feed.'],
  [
    { ...PAUSED, retryInSeconds: 30 },
    'The price service’s rate limit was reached. Try again in 30 s.',
  ],
  [{ ...PAUSED, retryInSeconds: null }, 'The price service’s rate limit was reached. Try again.'],
])('%j is explained', (problem, words) => {
  expect(answerProblemWords(problem)).toBe(words);
});
