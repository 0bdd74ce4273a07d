import { normaliseId } from './query.ts';
import { SLOT_MS, type MarketUpdate, type Moment, type PriceSource, type Quote } from './quote.ts';
import type { CapsSigning } from './stake-caps.ts';
import type { Tampering } from './tampering.ts';
import { createUpdateSigner } from './update-signer.ts';

/** A price set by a test. A given `publishTime`, unix seconds, does not advance. */
export interface PinnedPrice {
  price: string;
  conf?: string;
  expo?: number;
  publishTime?: number;
}

interface Pin {
  /** Unix milliseconds. */
  sinceMs: number;
  price: PinnedPrice;
}

/** The prices that tests set, in the order of their times. Price services that agree share them. */
export interface Pins {
  /** By feed id. */
  byFeed: Map<string, Pin[]>;
  times: number[];
}

export function createPins(): Pins {
  return { byFeed: new Map(), times: [] };
}

/** Sets a price for services that may not be running. */
export function addPin(pins: Pins, id: string, pin: Pin): void {
  pins.times.push(pin.sinceMs);
  pins.byFeed.set(id, [...(pins.byFeed.get(id) ?? []), pin]);
}

export type Market = ReturnType<typeof createMarket>;

interface MarketOptions {
  tampering?: Tampering | undefined;
  pins?: Pins | undefined;
  /** By how much `now` is behind the time of the other services that share the pins; default 0. */
  lagMs?: number;
  /** Called with the quotes of each slot that is signed unaltered. */
  onSigned?: ((quotes: readonly Quote[]) => void) | undefined;
}

/**
 * The source's feeds and prices, with the changes that a test made.
 *
 * @param now gives unix milliseconds
 */
export function createMarket(source: PriceSource, now: () => number, options: MarketOptions = {}) {
  const { pins = createPins(), lagMs = 0, onSigned } = options;
  const feeds = new Map(source.feeds.map((feed) => [feed.id, feed]));
  const withheld = new Set<string>();
  const clock = createClock(now);
  const signer = createUpdateSigner({
    ids: source.feeds.map(({ id }) => id),
    quotes,
    // Only prices set by a test make quotes of one slot and second differ.
    edition: ({ timeMs }) => pins.times.findLastIndex((sinceMs) => sinceMs <= timeMs) + 1,
    onSigned,
  });
  let { tampering } = options;
  let pastFrom: number | undefined;

  function quotes(ids: readonly string[], moment: Moment): Quote[] {
    return source.quotes(ids, moment).map((quote) => withPin(pins, quote, moment));
  }

  function known(id: string): string {
    const normalised = normaliseId(id);
    if (!feeds.has(normalised)) throw new TypeError(`the price service has no feed ${id}`);
    return normalised;
  }

  return {
    feeds: () => [...feeds.values()],
    has: (id: string) => feeds.has(id),
    isWithheld: (id: string) => withheld.has(id),
    /** The newest update. */
    latest: () => clock.read(0),
    /** A new update, with a higher slot than all before. */
    advance: () => clock.read(1),
    /** The first update with a publish time of at least `publishTime`, if there is one by now. */
    at: (publishTime: number) => momentAt(pastFrom ?? publishTime, now()),
    /** Answers all requests for past prices from this publish time; undefined: correctly. */
    answerPastFrom(publishTime: number | undefined): void {
      pastFrom = publishTime;
    },
    update: (ids: readonly string[], moment: Moment): MarketUpdate =>
      signer.update(ids, moment, tampering),
    capsSigning: (): CapsSigning => ({ publishTime: clock.read(0).publishTime, tampering }),
    tamper(next: Tampering | undefined): void {
      tampering = next;
    },
    /** From now on; with a lag, the updates have it only later. */
    pin(id: string, price: PinnedPrice): void {
      const feed = known(id);
      // Fail here instead of in a later response.
      for (const digits of [price.price, price.conf ?? '0']) BigInt(digits);
      addPin(pins, feed, { price, sinceMs: clock.read(1).timeMs + lagMs });
    },
    remove: (id: string) => void feeds.delete(known(id)),
    withhold: (id: string) => void withheld.add(known(id)),
  };
}

// Never goes back, whatever `now` does. The slot may be ahead of the time if updates are faster than
// slots, because clients order the updates of one second by their slots.
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
  return momentOf(timeMs);
}

/** The quote, or the price that a test has set for its time. */
export function withPin(pins: Pins, quote: Quote, moment: Moment): Quote {
  const pinned = pins.byFeed.get(quote.id)?.findLast(({ sinceMs }) => sinceMs <= moment.timeMs);
  return pinned ? pinnedQuote(quote, pinned.price) : quote;
}

/** The moment of a time in unix milliseconds. */
export function momentOf(timeMs: number, slot = Math.floor(timeMs / SLOT_MS)): Moment {
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
