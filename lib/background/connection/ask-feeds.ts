import { readFeedRefusal, type FeedRefusal } from '../../domain/connection/feed-refusal.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { FeedId } from '../../base/units.ts';

/** Few enough for one URL. */
export const MAX_BATCH = 80;

/** Feeds that one round asks for one by one. */
export const MOST_APART = 5;

// Each refusal of a batch may name more feeds.
const MOST_REFUSALS = 4;

export type AskForPrices = (batch: string[]) => Promise<PriceUpdate>;

export interface AskOptions {
  /** Feeds of a refused batch, which are asked for one by one. */
  apart?: readonly FeedId[];
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
  /** Refused together with others, so they are asked for one by one from now on. */
  apart: FeedId[];
  /** Set if the service seems to know no feed at all, so that no feed is to blame. */
  none: MissingReason | null;
}

/**
 * Requests prices in batches. A service refuses a whole batch because of one feed: if it names that
 * feed, the others are requested again, otherwise each feed is requested alone, a few a round.
 * @throws whatever `call` throws, unless it refuses feeds (see `readFeedRefusal`)
 */
export async function askFeeds(
  ids: readonly FeedId[],
  call: AskForPrices,
  options: AskOptions = {},
): Promise<FeedAnswer> {
  const round = new Round(call, options);
  for (let first = 0; first < ids.length; first += MAX_BATCH) {
    await round.askBatch(ids.slice(first, first + MAX_BATCH));
    if (!round.mayKnowNone) continue;
    await round.askApart();
    if (round.mayKnowNone) break;
  }
  await round.askApart();
  return round.answer();
}

class Round {
  readonly #call: AskForPrices;
  readonly #options: AskOptions;
  readonly #updates: PriceUpdate[] = [];
  readonly #answered: FeedId[] = [];
  readonly #missing = new Map<FeedId, MissingReason>();
  #apart: readonly FeedId[];
  #askedApart = 0;
  #isEachNamed = true;

  constructor(call: AskForPrices, options: AskOptions) {
    this.#call = call;
    this.#options = options;
    this.#apart = options.apart ?? [];
  }

  /** Feeds were refused, and none was answered. */
  get mayKnowNone(): boolean {
    return this.#answered.length === 0 && (this.#apart.length > 0 || this.#askedApart > 0);
  }

  async askBatch(batch: readonly FeedId[]): Promise<void> {
    let open = batch;
    for (let refusals = 0; open.length > 0 && refusals < MOST_REFUSALS; refusals += 1) {
      const refusal = await this.#ask(open);
      if (!refusal) return;
      const left = open.filter((id) => !this.#missing.has(id));
      if (left.length === open.length) return this.#askParts(open, refusal);
      open = left;
    }
    this.#apart = [...this.#apart, ...open];
  }

  /** Each round begins at another feed, as the last ones may be the only refused feeds. */
  async askApart(): Promise<void> {
    const { emptyRounds = 0 } = this.#options;
    const all = this.#apart;
    const first = all.length === 0 ? 0 : (emptyRounds * MOST_APART) % all.length;
    const open = [...all.slice(first), ...all.slice(0, first)];
    const now = open.slice(0, MOST_APART - this.#askedApart);
    this.#askedApart += now.length;
    this.#apart = open.slice(now.length);
    for (const id of now) await this.#ask([id]);
  }

  answer(): FeedAnswer {
    const [reason = 'unknown', ...others] = new Set(this.#missing.values());
    const isNone =
      this.#answered.length === 0 &&
      this.#missing.size > 0 &&
      !this.#isEachNamed &&
      this.#options.knowsSome !== true;
    return {
      updates: this.#updates,
      answered: this.#answered,
      missing: isNone ? {} : Object.fromEntries(this.#missing),
      apart: isNone ? [] : [...this.#apart],
      none: isNone ? (others.length === 0 ? reason : 'unknown') : null,
    };
  }

  async #askParts(batch: readonly FeedId[], { reason }: FeedRefusal): Promise<void> {
    const { isDoubtful = () => false } = this.#options;
    const doubtful = batch.filter(isDoubtful);
    if (doubtful.length > 0 && doubtful.length < batch.length) {
      await this.askBatch(batch.filter((id) => !isDoubtful(id)));
      await this.askBatch(doubtful);
    } else if (doubtful.length > 0 && reason === 'no-data') {
      // All of them lack a price for the same reason, such as a closed market.
      for (const id of batch) this.#missing.set(id, reason);
    } else this.#apart = [...this.#apart, ...batch];
  }

  async #ask(batch: readonly FeedId[]): Promise<FeedRefusal | null> {
    let update: PriceUpdate;
    try {
      update = await this.#call([...batch]);
    } catch (error) {
      const refusal = readFeedRefusal(error, batch);
      if (!refusal) throw error;
      const settled = batch.length === 1 ? batch : refusal.named;
      if (settled.length > 0) this.#isEachNamed &&= refusal.named.length > 0;
      for (const id of settled) this.#missing.set(id, refusal.reason);
      return refusal;
    }
    this.#updates.push(update);
    this.#answered.push(...batch);
    await this.#options.onUpdate?.(update);
    return null;
  }
}
