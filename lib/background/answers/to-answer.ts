import type { AnsweredPrice, AnsweredUpdate } from '../../pages/questions.ts';
import type { FeedId } from '../../base/units.ts';
import type { ReceivedUpdate } from '../intake/updates.ts';
import { toDetails } from '../intake/proofs.ts';

export function toAnswer(
  { update, receivedAt, judged }: ReceivedUpdate,
  ids: readonly FeedId[],
): AnsweredUpdate {
  const prices = judged
    .filter(({ id }) => ids.includes(id))
    .map(({ id, price, failure, evidence }): AnsweredPrice => ({
      id,
      price,
      details: evidence ? toDetails(evidence.signed) : null,
      ...(failure && { failure: failure.reason }),
    }));
  return { update, receivedAt, prices };
}
