import type { UnixSeconds } from '../../base/units.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { noiseAt } from './noise.ts';
import { lastOpenSecond } from './open-time.ts';
import type { SampleFeed } from './sample-feeds.ts';

/** One feed's values at one time: integers, × 10^`expo` of the feed. */
interface SamplePrice {
  /** The requested second; while the market is closed, the last second of the previous session. */
  publishTime: UnixSeconds;
  price: number;
  conf: number;
  emaPrice: number;
  emaConf: number;
}

/** Number of prices of the last hour in the moving average. */
const AVERAGED = 6;
const HOUR = 3_600;

/** The sample price of a feed at a time. The same time always has the same price. */
export function samplePriceAt(feed: SampleFeed, time: UnixSeconds): SamplePrice {
  const publishTime = lastOpenSecond(parseSchedule(feed.attributes), Math.floor(time));
  const price = sampleMantissa(feed, publishTime);
  const conf = confidence(price * (1 + noiseAt(feed.seed, publishTime / 10) / 20), feed);
  let sum = 0;
  for (let index = 0; index < AVERAGED; index += 1) {
    sum += sampleMantissa(feed, publishTime - (index * HOUR) / AVERAGED);
  }
  const emaPrice = Math.round(sum / AVERAGED);
  return { publishTime, price, conf, emaPrice, emaConf: confidence(emaPrice, feed) };
}

/** The price while the market is open; always positive. */
export function sampleMantissa({ level, swing, seed }: SampleFeed, time: UnixSeconds): number {
  const change = swing * noiseAt(seed, time);
  return Math.max(1, Math.round(change < 0 ? level / (1 - change) : level * (1 + change)));
}

function confidence(price: number, { doubt }: SampleFeed): number {
  return Math.max(1, Math.round(price * doubt));
}
