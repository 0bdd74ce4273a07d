import type { AnsweredPrice, AnsweredUpdate } from '../../pages/questions.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedItem } from '../intake/judged.ts';
import { toDetails } from '../intake/proofs.ts';

/** An update as the price service sent it, and the result of verifying its prices. */
export interface ReceivedUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  judged: readonly JudgedItem[];
}

/** The update as an answer about these feeds. */
export function toAnswer(
  { update, receivedAt, judged }: ReceivedUpdate,
  ids: readonly FeedId[],
): AnsweredUpdate {
  const prices = judged
    .filter(({ id }) => ids.includes(id))
    .map(({ id, item, proof, failure, signed }): AnsweredPrice => ({
      id,
      item,
      details: signed ? toDetails(signed) : null,
      ...(proof && { proof }),
      ...(failure && { failure: failure.reason }),
    }));
  return { update, receivedAt, prices };
}
