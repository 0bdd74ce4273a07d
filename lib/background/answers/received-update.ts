import type { AnsweredPrice, AnsweredUpdate } from '../../pages/questions.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import { toDetails } from '../intake/proofs.ts';

/** An update as the price service sent it, and the result of verifying its prices. */
export interface ReceivedUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  judged: readonly JudgedPrice[];
}

/** The update as an answer about these feeds. */
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
