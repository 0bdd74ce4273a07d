import type { FeedMetadata } from './catalogue.ts';
import { normaliseId } from './query.ts';
import { SLOT_MS, type Moment, type PriceSource, type Quote } from './quote.ts';

/** A price set by hand. `publishTime`, unix seconds, stands still where it is given. */
export interface PinnedPrice {
  price: string;
  conf?: string;
  expo?: number;
  publishTime?: number;
}

/** What the service knows: the source's feeds and figures, with all that a test changed in them. */
export interface Market {
  feeds(): FeedMetadata[];
  has(id: string): boolean;
  isWithheld(id: string): boolean;
  /** The update that is newest now. */
  latest(): Moment;
  /** A new update: its slot is above every slot given out before. */
  advance(): Moment;
  /** The first update with a publish time of at least `publishTime`, if there is one by now. */
  at(publishTime: number): Moment | undefined;
  quotes(ids: readonly string[], moment: Moment): Quote[];
  binary(quotes: readonly Quote[], moment: Moment): Buffer[];
  pin(id: string, price: PinnedPrice): void;
  remove(id: string): void;
  withhold(id: string): void;
}

/** `now` gives unix milliseconds. */
export function createMarket(source: PriceSource, now: () => number): Market {
  const feeds = new Map(source.feeds.map((feed) => [feed.id, feed]));
  const withheld = new Set<string>();
  const pins = new Map<string, { sinceMs: number; price: PinnedPrice }[]>();
  const clock = createClock(now);

  function withPin(quote: Quote, moment: Moment): Quote {
    const pinned = pins.get(quote.id)?.findLast(({ sinceMs }) => sinceMs <= moment.timeMs);
    return pinned ? pinnedQuote(quote, pinned.price) : quote;
  }

  function known(id: string): string {
    const normalised = normaliseId(id);
    if (!feeds.has(normalised)) throw new TypeError(`the price service has no feed ${id}`);
    return normalised;
  }

  return {
    feeds: () => [...feeds.values()],
    has: (id) => feeds.has(id),
    isWithheld: (id) => withheld.has(id),
    latest: () => clock.read(0),
    advance: () => clock.read(1),
    at: (publishTime) => momentAt(publishTime, now()),
    quotes: (ids, moment) => source.quotes(ids, moment).map((quote) => withPin(quote, moment)),
    binary: (quotes, moment) => source.binary(quotes, moment),
    pin(id, price) {
      const feed = known(id);
      // Refused here rather than in the middle of some later answer.
      for (const digits of [price.price, price.conf ?? '0']) BigInt(digits);
      const { timeMs } = clock.read(1);
      pins.set(feed, [...(pins.get(feed) ?? []), { sinceMs: timeMs, price }]);
    },
    remove: (id) => void feeds.delete(known(id)),
    withhold: (id) => void withheld.add(known(id)),
  };
}

// Never backwards, whatever `now` does. The slot may run ahead of the time where updates are
// faster than slots: a client orders the updates of one second by their slots.
function createClock(now: () => number): { read(atLeastSlotsLater: number): Moment } {
  let timeMs = 0;
  let slot = 0;
  return {
    read(atLeastSlotsLater) {
      timeMs = Math.max(timeMs, now());
      slot = Math.max(slot + atLeastSlotsLater, Math.floor(timeMs / SLOT_MS));
      return momentOf(timeMs, slot);
    },
  };
}

function momentAt(publishTime: number, nowMs: number): Moment | undefined {
  if (publishTime < 0 || publishTime * 1000 > nowMs) return undefined;
  const timeMs = publishTime * 1000;
  return momentOf(timeMs, Math.floor(timeMs / SLOT_MS));
}

function momentOf(timeMs: number, slot: number): Moment {
  return {
    timeMs,
    slot,
    publishTime: Math.floor(timeMs / 1000),
    prevPublishTime: Math.floor((timeMs - SLOT_MS) / 1000),
  };
}

function pinnedQuote(walked: Quote, { price, conf, expo, publishTime }: PinnedPrice): Quote {
  const mantissa = BigInt(price);
  const spread = conf ?? String((mantissa < 0n ? -mantissa : mantissa) / 2000n);
  const time = publishTime ?? walked.publishTime;
  return {
    ...walked,
    price,
    conf: spread,
    expo: expo ?? walked.expo,
    emaPrice: price,
    emaConf: spread,
    publishTime: time,
    proofAvailableTime: time,
    prevPublishTime: publishTime === undefined ? walked.prevPublishTime : time - 1,
  };
}
