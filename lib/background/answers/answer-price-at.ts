import { closuresOf, isTooEarly } from '../../domain/history/place-in-time.ts';
import type { AnsweredPrice, AnsweredUpdate } from '../../pages/questions.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import { toAnswer } from './to-answer.ts';
import { InquiryError } from '../../pages/inquiries.ts';
import { refuseIfNotCovered } from './refusal.ts';
import { connectedService, type AnswerSources } from './sources.ts';

export async function answerPriceAt(
  { ids, publishTime }: { ids: readonly FeedId[]; publishTime: UnixSeconds },
  sources: AnswerSources,
): Promise<AnsweredUpdate> {
  if (toMilliseconds(publishTime) > Date.now()) throw new InquiryError({ code: 'in-the-future' });
  if (publishTime < 0) throw new InquiryError({ code: 'before-1970' });
  const { judge, signatures, attributes } = sources;
  const { client } = await connectedService(sources);
  const update = await client
    .getPriceUpdatesAtTimestamp(publishTime, ids)
    .catch((error: unknown) => refusePastPrice(error, ids));
  const receivedAt = Date.now();
  const judged = await judge.verifyUpdate(update, signatures(), { receivedAt, isPast: true });
  const answer = toAnswer({ update, receivedAt, judged }, ids);
  const prices = answer.prices.map((price) =>
    refuseEarlierPrice(price, publishTime, attributes()[price.id]),
  );
  return { ...answer, prices };
}

/** Rejects a price that is too old for the requested time. */
function refuseEarlierPrice(
  answered: AnsweredPrice,
  time: UnixSeconds,
  attributes: Record<string, string> | undefined,
): AnsweredPrice {
  const { id, price } = answered;
  if (price === null || !isTooEarly(price.publishTime, time, closuresOf(attributes))) {
    return answered;
  }
  return { id, price: null, failure: { code: 'too-early' }, details: null };
}

function refusePastPrice(error: unknown, ids: readonly FeedId[]): never {
  if (!(error instanceof HttpStatusError) || error.status !== 404) refuseIfNotCovered(error, ids);
  throw new InquiryError({ code: 'no-price-then' });
}
