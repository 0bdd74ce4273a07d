import { closuresOf, isTooEarly } from '../../history/place-in-time.ts';
import type { AnsweredPrice, AnsweredUpdate } from '../../pages/questions.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import { toAnswer } from './received-update.ts';
import { Refusal, refuseIfNotCovered } from './refusal.ts';
import { connectedService, type AnswerSources } from './sources.ts';

/** The first update at or after a time, unix seconds. */
export async function answerPriceAt(
  { ids, publishTime }: { ids: readonly string[]; publishTime: number },
  sources: AnswerSources,
): Promise<AnsweredUpdate> {
  if (publishTime * 1_000 > Date.now()) throw new Refusal('That moment has not come yet.');
  if (publishTime < 0) throw new Refusal('There were no prices at that moment.');
  const { judge, signatures, attributes } = sources;
  const { prices: client } = await connectedService(sources);
  const update = await client
    .getPriceUpdatesAtTimestamp(publishTime, ids)
    .catch((error: unknown) => refusePastPrice(error, ids));
  const receivedAt = Date.now();
  const judged = await judge.judge(update, signatures(), true);
  const answer = toAnswer({ update, receivedAt, judged }, ids);
  const prices = answer.prices.map((price) =>
    refuseEarlierPrice(price, publishTime, attributes()[price.id]),
  );
  return { ...answer, prices };
}

/** A genuine price of an earlier time is not an answer. */
function refuseEarlierPrice(
  price: AnsweredPrice,
  time: number,
  attributes: Record<string, string> | undefined,
): AnsweredPrice {
  const { id, item } = price;
  if (item === null || !isTooEarly(item.price.publish_time, time, closuresOf(attributes))) {
    return price;
  }
  const failure = 'The service sent a price from an earlier time than the one you chose.';
  return { id, item: null, failure, details: null };
}

function refusePastPrice(error: unknown, ids: readonly string[]): never {
  if (!(error instanceof HttpStatusError) || error.status !== 404) refuseIfNotCovered(error, ids);
  throw new Refusal('The price service has no price of that moment. Try a later one.');
}
