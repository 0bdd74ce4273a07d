import { firingsOf, parseTarget } from '@/lib/domain/alerts/model/notification-target.ts';
import type { SendProblem } from '@/lib/domain/forwarding/outbox.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { outbox } from '@/lib/storage/values/forwarding.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** Why the notification of a firing did not reach the user's own address; `null` if it did. */
export function useUnsent(firingId: string): SendProblem | null {
  const entries = useStored(outbox);
  const history = useStored(firings);
  if (!entries?.length || !history) return null;
  const entry = entries.find(({ id, problem }) => {
    const target = problem && parseTarget(id);
    return target && firingsOf(target, history).some((each) => each.id === firingId);
  });
  return entry?.problem ?? null;
}
