import { serviceProblemWords } from '../../domain/connection/service-problem-words.ts';
import { formatDuration } from '../../base/locale/format-duration.ts';
import { t, type PlainKey } from '../../base/locale/t.ts';
import type { AnswerProblem } from '../questions.ts';

/** Why a question got no response, and what to do. */
export function answerProblemWords(problem: AnswerProblem): string {
  if (problem.code === 'not-covered') return serviceProblemWords(problem);
  if (problem.code !== 'service') return t(KEYS[problem.code]);
  const { reason, retryInSeconds } = problem;
  return `${serviceProblemWords(reason)} ${retryWords(retryInSeconds)}`;
}

function retryWords(seconds: number | null): string {
  if (seconds === null) return t('answer.tryAgain');
  return t('answer.tryAgainIn', { time: formatDuration(seconds, 'long') });
}

const KEYS: Record<Exclude<AnswerProblem['code'], 'service' | 'not-covered'>, PlainKey> = {
  'invalid-question': 'answer.failed',
  'no-answer': 'serviceProblem.timeout',
  'no-room': 'answer.noRoom',
  'not-connected': 'answer.notConnected',
  'in-the-future': 'priceAtTime.future',
  'before-1970': 'history.noData',
  'no-price-then': 'history.noData',
};
