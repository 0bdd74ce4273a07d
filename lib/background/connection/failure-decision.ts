import { findPause } from '../../storage/requests/request-budget.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { describeFailure, type Failure } from './describe-failure.ts';

/** What happens after a failure. `stop`: only the user can fix it. `wait`: a pause is not over. */
export type Decision = Pick<Failure, 'reason' | 'remedy'> &
  ({ next: 'stop' | 'retry' } | { next: 'wait'; until: UnixMilliseconds });

export async function decideAfter(error: unknown, baseUrl: string | null): Promise<Decision> {
  const { next, reason, remedy } = describeFailure(error);
  if (next === 'stop') return { next, reason, remedy };
  const pause = baseUrl === null ? null : await findPause(baseUrl, error);
  if (!pause) return { next: 'retry', reason, remedy };
  return { next: 'wait', until: pause.until, reason: describeFailure(pause).reason, remedy: null };
}
