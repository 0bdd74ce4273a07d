import { t } from '../../base/locale/t.ts';
import type { SendProblem } from './outbox.ts';

export function sendProblemWords(problem: SendProblem): string {
  if (problem.code === 'unreachable') return t('forwarding.unreachable');
  return `HTTP ${problem.status}`;
}
