import { serviceProblemWords } from '../connection/service-problem-words.ts';
import type { AnswerProblem } from '../pages/questions.ts';

/** Tells the user why a question has no answer, and what to do. */
export function answerProblemWords(problem: AnswerProblem): string {
  if (problem.code === 'not-covered') return serviceProblemWords(problem);
  if (problem.code !== 'service') return SENTENCES[problem.code];
  const { reason, retryInSeconds } = problem;
  const when = retryInSeconds === null ? '' : ` in ${retryInSeconds} s`;
  return `${serviceProblemWords(reason)} Try again${when}.`;
}

const SENTENCES: Record<Exclude<AnswerProblem['code'], 'service' | 'not-covered'>, string> = {
  'invalid-question': 'This question cannot be asked.',
  'no-answer': 'No answer came in time. Look at the connection and try again.',
  'no-room': 'The browser has no room for the answer. Ask for less of it.',
  'not-connected': 'The price service is not connected. Look at the connection.',
  'in-the-future': 'That moment has not come yet.',
  'before-1970': 'There were no prices at that moment.',
  'no-price-then': 'The price service has no price of that moment. Try a later one.',
};
