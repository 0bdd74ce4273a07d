import type { UnixSeconds } from '../../base/units.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { noiseAt } from './noise.ts';
import { lastOpenSecond } from './open-time.ts';
import type { SampleFeed } from './sample-feeds.ts';

/** The figures of one feed at one time: integers, × 10^`expo` of the feed. */
interface SamplePrice {
  /** The second itself, or the last one of the session before while the market is closed. */
  publishTime: UnixSeconds;
  price: number;
  conf: number;
  emaPrice: number;
  emaConf: number;
}

/** The moving average is made of so many prices of the last hour. */
const AVERAGED = 6;
const HOUR = 3_600;

/** The sample price of a feed at a time, which is the same whenever it is asked for. */
export function samplePriceAt(feed: SampleFeed, time: UnixSeconds): SamplePrice {
  const publishTime = lastOpenSecond(parseSchedule(feed.attributes), Math.floor(time));
  const price = mantissaAt(feed, publishTime);
  const conf = confidence(price * (1 + noiseAt(feed.seed, publishTime / 10) / 20), feed);
  let sum = 0;
  for (let index = 0; index < AVERAGED; index += 1) {
    sum += mantissaAt(feed, publishTime - (index * HOUR) / AVERAGED);
  }
  const emaPrice = Math.round(sum / AVERAGED);
  return { publishTime, price, conf, emaPrice, emaConf: confidence(emaPrice, feed) };
}

/** The price while the market is open. Never zero or less. */
export function mantissaAt({ level, swing, seed }: SampleFeed, time: UnixSeconds): number {
  const change = swing * noiseAt(seed, time);
  return Math.max(1, Math.round(change < 0 ? level / (1 - change) : level * (1 + change)));
}

function confidence(price: number, { doubt }: SampleFeed): number {
  return Math.max(1, Math.round(price * doubt));
}
