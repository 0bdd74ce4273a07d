import { readFeedRefusal, type FeedRefusal } from '../../domain/connection/feed-refusal.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { FeedId } from '../../base/units.ts';

/** Few enough for one URL. */
export const MAX_BATCH = 80;

/** Requests of one round, unless it has more batches: as many as the request budget allows in 10 s. */
export const MOST_REQUESTS = 8;

// Each refusal of a batch may name more feeds.
const MOST_REFUSALS = 4;

/** If nothing is answered after so many refusals, single feeds show whether any feed is known. */
const REFUSALS_TO_DOUBT = 3;
const MOST_ALONE = MOST_REQUESTS - REFUSALS_TO_DOUBT;

/** A half with more feeds is asked for at once, so that their prices don't wait for the search. */
const FEW = 10;

export type AskForPrices = (batch: string[]) => Promise<PriceUpdate>;

export interface AskOptions {
  /** Groups that may contain refused feeds. Each is requested separately. */
  apart?: ReadonlyArray<readonly FeedId[]>;
  /** Whether the service has some feeds; default: only an answer shows that. */
  knowsSome?: boolean;
  /** Rounds so far in which no feed was known. Each asks for other feeds. */
  emptyRounds?: number;
  /** Feeds that probably have no price. If a batch is refused, they are asked for together. */
  isDoubtful?: (id: FeedId) => boolean;
  onUpdate?: (update: PriceUpdate) => Promise<void>;
}

export interface FeedAnswer {
  /** One per successful request. */
  updates: PriceUpdate[];
  answered: FeedId[];
  /** Refused alone or by name. */
  missing: Record<FeedId, MissingReason>;
  /** Groups that were refused, or not asked for yet because of such a group. */
  apart: FeedId[][];
  /** Set if the service seems to know no feed at all, so that no feed is to blame. */
  none: MissingReason | null;
}

/**
 * Requests prices in batches. A service refuses a whole batch because of one feed: if it names that
 * feed, the others are requested again, otherwise the batch is halved until the feed is requested
 * alone. What is left after a few requests belongs to the next round.
 * @throws whatever `call` throws, unless it refuses feeds (see `readFeedRefusal`)
 */
export async function askFeeds(
  ids: readonly FeedId[],
  call: AskForPrices,
  options: AskOptions = {},
): Promise<FeedAnswer> {
  const round = new Round(ids, call, options);
  await round.run();
  return round.answer();
}

class Round {
  readonly #call: AskForPrices;
  readonly #options: AskOptions;
  readonly #ids: readonly FeedId[];
  readonly #most: number;
  readonly #batches: Array<readonly FeedId[]> = [];
  /** Asked for after the batches. */
  readonly #groups: Array<readonly FeedId[]>;
  /** Halves to ask for first. */
  readonly #first: Array<readonly FeedId[]> = [];
  /** Refused as a whole; the last one is halved next. */
  readonly #refused: Array<readonly FeedId[]> = [];
  /** Halves to ask for together once the refused feed of the other half is found. */
  #waiting: readonly FeedId[] = [];
  readonly #updates: PriceUpdate[] = [];
  readonly #answered = new Set<FeedId>();
  readonly #missing = new Map<FeedId, MissingReason>();
  #requests = 0;
  #askedAlone = 0;
  /** Those that named no feed. */
  #refusals = 0;
  #lastReason: MissingReason = 'unknown';
  #isEachNamed = true;

  constructor(ids: readonly FeedId[], call: AskForPrices, options: AskOptions) {
    this.#call = call;
    this.#options = options;
    this.#groups = [...(options.apart ?? [])];
    this.#ids = [...ids, ...this.#groups.flat()];
    for (let first = 0; first < ids.length; first += MAX_BATCH) {
      this.#batches.push(ids.slice(first, first + MAX_BATCH));
    }
    this.#most = Math.max(MOST_REQUESTS, this.#batches.length);
  }

  async run(): Promise<void> {
    while (this.#requests < this.#most && (await this.#askNext()));
  }

  answer(): FeedAnswer {
    const [reason = 'unknown', ...others] = new Set(this.#missing.values());
    const isNone = !this.#isSomeKnown && this.#missing.size > 0 && !this.#isEachNamed;
    const left = [...this.#first, ...this.#groups, ...this.#refused, this.#waiting];
    const apart = left.map((group) => this.#openOf(group)).filter(({ length }) => length > 0);
    return {
      updates: this.#updates,
      answered: [...this.#answered],
      missing: isNone ? {} : Object.fromEntries(this.#missing),
      apart: isNone ? [] : apart,
      none: isNone ? (others.length === 0 ? reason : 'unknown') : null,
    };
  }

  get #isSomeKnown(): boolean {
    return this.#options.knowsSome === true || this.#answered.size > 0;
  }

  #openOf(group: readonly FeedId[]): FeedId[] {
    return group.filter((id) => !this.#answered.has(id) && !this.#missing.has(id));
  }

  /** Resolves with whether there may be more to ask for. */
  async #askNext(): Promise<boolean> {
    if (!this.#isSomeKnown && this.#refusals >= REFUSALS_TO_DOUBT) return this.#askAlone();
    const half = this.#first.pop();
    if (half) return this.#askGroup(half);
    // A service that may know no feed at all gets no request for each batch.
    const isBatchNext = this.#isSomeKnown || this.#refusals === 0;
    const batch = isBatchNext && this.#batches.shift();
    if (batch) return this.#askGroup(batch);
    const refused = this.#refused.pop();
    if (refused) return this.#halve(refused);
    const group = this.#batches.shift() ?? this.#groups.shift() ?? this.#waiting;
    if (group === this.#waiting) this.#waiting = [];
    return group.length > 0 && this.#askGroup(group);
  }

  /** Each round begins at another feed, as the first ones may be the only refused feeds. */
  async #askAlone(): Promise<boolean> {
    const first = ((this.#options.emptyRounds ?? 0) * MOST_ALONE) % this.#ids.length;
    const [id] = this.#openOf([...this.#ids.slice(first), ...this.#ids.slice(0, first)]);
    if (id === undefined || this.#askedAlone === MOST_ALONE) return false;
    this.#askedAlone += 1;
    await this.#ask([id]);
    return true;
  }

  /** Looks for a refused feed in a group that was refused as a whole. */
  async #halve(group: readonly FeedId[]): Promise<boolean> {
    const open = this.#openOf(group);
    if (group.some((id) => this.#missing.has(id))) {
      this.#waiting = [...this.#waiting, ...open];
      return true;
    }
    const middle = Math.ceil(open.length / 2);
    const [one, other] = [open.slice(0, middle), open.slice(middle)];
    const suspects = await this.#askWithoutNamed(one);
    // The other half has a refused feed, but only a request for that feed alone proves it.
    if (suspects.length === 0 && other.length > 1) this.#refused.push(other);
    else if (suspects.length === 0 || other.length > FEW) this.#first.push(other);
    else this.#waiting = [...this.#waiting, ...other];
    if (suspects.length > 0) this.#refused.push(suspects);
    return true;
  }

  async #askGroup(group: readonly FeedId[]): Promise<boolean> {
    const open = this.#openOf(group);
    const left = open.length === 0 ? [] : await this.#askWithoutNamed(open);
    const { isDoubtful = () => false } = this.#options;
    const doubtful = left.filter(isDoubtful);
    if (doubtful.length > 0 && doubtful.length < left.length) {
      this.#first.push(
        doubtful,
        left.filter((id) => !isDoubtful(id)),
      );
    } else if (doubtful.length > 0 && this.#lastReason === 'no-data') {
      // All of them lack a price for the same reason, such as a closed market.
      for (const id of left) this.#missing.set(id, 'no-data');
    } else if (left.length > 0) this.#refused.push(left);
    return true;
  }

  /** Resolves with the feeds that the service refuses together, without naming one. */
  async #askWithoutNamed(group: readonly FeedId[]): Promise<readonly FeedId[]> {
    let open = group;
    for (let refusals = 0; open.length > 0 && refusals < MOST_REFUSALS; refusals += 1) {
      const before = open.length;
      if (!(await this.#ask(open))) return [];
      open = open.filter((id) => !this.#missing.has(id));
      if (open.length === before) return open;
    }
    return open;
  }

  async #ask(batch: readonly FeedId[]): Promise<FeedRefusal | null> {
    let update: PriceUpdate;
    this.#requests += 1;
    try {
      update = await this.#call([...batch]);
    } catch (error) {
      const refusal = readFeedRefusal(error, batch);
      if (!refusal) throw error;
      if (refusal.named.length === 0) this.#refusals += 1;
      this.#lastReason = refusal.reason;
      const settled = batch.length === 1 ? batch : refusal.named;
      if (settled.length > 0) this.#isEachNamed &&= refusal.named.length > 0;
      for (const id of settled) this.#missing.set(id, refusal.reason);
      return refusal;
    }
    this.#updates.push(update);
    for (const id of batch) this.#answered.add(id);
    await this.#options.onUpdate?.(update);
    return null;
  }
}
