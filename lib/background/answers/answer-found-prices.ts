import { spareDelayMs, type Spare } from '../../storage/requests/request-budget.ts';
import type { Answers } from '../../pages/questions.ts';
import type { FeedId } from '../../base/units.ts';
import { connectedService, type AnswerSources } from './sources.ts';

// Most of the limit stays for the prices of the watchlist.
const SPARE: Spare = { sentAtMost: 3, pauseMs: 0 };

/** The latest prices of search results, in one request that is never split, repeated or queued. */
export async function answerFoundPrices(
  ids: readonly FeedId[],
  sources: AnswerSources,
): Promise<Answers['found-prices']> {
  const { client, baseUrl, whenSpare } = await connectedService(sources);
  if ((await spareDelayMs(baseUrl, SPARE)) > 0) return { prices: {} };
  const options = { encoding: 'base64', parsed: true, ...whenSpare(SPARE) } as const;
  const update = await client.getLatestPriceUpdates(ids, options);
  const judged = await sources.judge.verifyUpdate(update, sources.signatures());
  return {
    prices: Object.fromEntries(
      judged.flatMap(({ id, price, failure }) => (price && !failure ? [[id, price]] : [])),
    ),
  };
}
