import { closuresOf, isTooEarly } from '../../domain/history/place-in-time.ts';
import type {
  Answers,
  AnsweredSignedPrice,
  AnsweredPrice,
  AnsweredUpdate,
} from '../../pages/questions.ts';
import { InquiryError } from '../../pages/inquiries.ts';
import type { FeedAttributes } from '../../domain/prices/attributes.ts';
import { isPlausible } from '../../domain/prices/newer.ts';
import { isMarketOpen } from '../../domain/prices/market-schedule.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import { toSignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import { catalog } from '../../storage/catalog-store.ts';
import { toMilliseconds, toSeconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import { askFeeds } from '../connection/ask-feeds.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import { refuseIfNotCovered } from './refusal.ts';
import { connectedService, type AnswerSources } from './sources.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import { toAnswer } from './to-answer.ts';

interface SignedPricesQuestion {
  ids: readonly FeedId[];
  /** `null`: the latest prices. */
  publishTime: UnixSeconds | null;
}

/** The prices of feeds at a time with their signed bytes, always verified. */
export async function answerSignedPrices(
  { ids, publishTime }: SignedPricesQuestion,
  sources: AnswerSources,
): Promise<Answers['signed-prices']> {
  const time = publishTime ?? Math.floor(toSeconds(Date.now()));
  refuseTime(time);
  const known = await attributesOf(ids, sources);
  const judged = await fetchJudged({ ids, publishTime }, sources);
  if (judged.length === 0) throw new InquiryError({ code: 'no-price-then' });
  const byId = new Map(judged.map((item) => [item.id, item]));
  const answers = ids.map((id): AnsweredSignedPrice => {
    const proven = provenPrice(byId.get(id));
    const isRight =
      publishTime === null ||
      (proven !== null && !isTooEarly(proven.price.publishTime, time, closuresOf(known.get(id))));
    return { id, proven: isRight ? proven : null, isClosed: isClosedAt(known.get(id), time) };
  });
  return { prices: answers };
}

async function fetchJudged(
  { ids, publishTime }: SignedPricesQuestion,
  sources: AnswerSources,
): Promise<JudgedPrice[]> {
  const { client } = await connectedService(sources);
  // Half the bytes of the default encoding.
  const options = { encoding: 'base64', parsed: true } as const;
  const { updates } = await askFeeds(ids, (batch) =>
    publishTime === null
      ? client.getLatestPriceUpdates(batch, options)
      : client.getPriceUpdatesAtTimestamp(publishTime, batch, options),
  ).catch((error: unknown) => refuseIfNotCovered(error, ids));
  const isPast = publishTime !== null;
  const judged = await Promise.all(
    updates.map((update) => sources.judge.verifyUpdate(update, 'show', { isPast })),
  );
  return judged.flat();
}

function provenPrice(judged: JudgedPrice | undefined): AnsweredSignedPrice['proven'] {
  if (!judged?.price || !judged.evidence || judged.failure) return null;
  const { price, evidence } = judged;
  if (!isPlausible(price, Date.now())) return null;
  const bytes = toSignedBytes(evidence.signed, evidence.binary);
  return bytes === null ? null : { price, bytes };
}

/** Conversion feeds are often not on the watchlist, so their attributes come from the catalog. */
async function attributesOf(
  ids: readonly FeedId[],
  { attributes }: AnswerSources,
): Promise<Map<FeedId, FeedAttributes>> {
  const followed = Object.entries(attributes()).filter(([id]) => ids.includes(id));
  const known = new Map<FeedId, FeedAttributes>(followed);
  if (ids.every((id) => known.has(id))) return known;
  const { feeds } = await catalog.getValue();
  const others = feeds.filter(({ id }) => ids.includes(id) && !known.has(id));
  return new Map([...known, ...others.map((feed) => [feed.id, feed.attributes] as const)]);
}

function isClosedAt(attributes: FeedAttributes | undefined, time: UnixSeconds): boolean {
  return !isMarketOpen(parseSchedule(attributes), toMilliseconds(time));
}

export async function answerPriceAt(
  { ids, publishTime }: { ids: readonly FeedId[]; publishTime: UnixSeconds },
  sources: AnswerSources,
): Promise<AnsweredUpdate> {
  refuseTime(publishTime);
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

function refuseTime(time: UnixSeconds): void {
  if (toMilliseconds(time) > Date.now()) throw new InquiryError({ code: 'in-the-future' });
  if (time < 0) throw new InquiryError({ code: 'before-1970' });
}
