import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { compareMoments, type Moment } from '../../domain/prices/newer.ts';
import type { Source } from '../intake/updates.ts';

type Dated = Moment & { id: FeedId };

/** The newest price that a service sent for a feed. */
interface Newest extends Moment {
  /** Whether it was received in this session; otherwise it may be another service's. */
  isReceived: boolean;
}

/** A service further behind another one, or the clock, than this is of no use. */
const LONGEST_LAG_SECONDS = 60;

// Without a stream, a response this soon after the last news may have nothing newer.
const NEWS_DUE_MS = 10_000;

/**
 * Distinguishes services that bring news from those that only send data. Bytes, empty updates and
 * repeated prices are no sign of life.
 */
export class News {
  /** When each service last brought news. */
  readonly #newsAt = new Map<string, UnixMilliseconds>();
  /** By service, then by feed. */
  readonly #newest = new Map<string, Map<FeedId, Newest>>();
  readonly #known: ReadonlyMap<FeedId, Moment>;
  readonly #isOpen: (id: FeedId) => boolean;

  /** @param known the newest prices of all services */
  constructor(known: ReadonlyMap<FeedId, Moment>, isOpen: (id: FeedId) => boolean) {
    this.#known = known;
    this.#isOpen = isOpen;
  }

  /** Call this before the first request: known prices of an earlier worker aren't news. */
  recall(service: string, newsAt: UnixMilliseconds): void {
    this.#newsAt.set(service, newsAt);
    const known = [...this.#known].map(([id, { publishTime, slot }]) => {
      return [id, { publishTime, slot, isReceived: false }] as const;
    });
    this.#newest.set(service, new Map(known));
  }

  /**
   * Whether a price is newer than the service's last one, and as new as another one's. An old price
   * counts only if it follows one that the service has sent before: the clock may be fast, but a
   * replay goes no further. If no market of the requested feeds is open, any price will do.
   */
  add({ service, ids }: Source, prices: readonly Dated[]): boolean {
    const newest = this.#newest.get(service) ?? new Map<FeedId, Newest>();
    this.#newest.set(service, newest);
    let isNews = false;
    for (const price of prices) {
      const { id, publishTime, slot } = price;
      const before = newest.get(id);
      if (before && compareMoments(price, before) <= 0) continue;
      newest.set(id, { publishTime, slot, isReceived: true });
      const known = this.#known.get(id)?.publishTime ?? publishTime;
      const isOld = toSeconds(Date.now()) - publishTime > LONGEST_LAG_SECONDS;
      if (isOld && before?.isReceived !== true) continue;
      isNews ||= known - publishTime <= LONGEST_LAG_SECONDS;
    }
    isNews ||= prices.length > 0 && ![...ids].some((id) => this.#isOpen(id));
    if (isNews) this.#newsAt.set(service, Date.now());
    return isNews;
  }

  /** Whether a response of the service without news is unusual. Always if the clock was set back. */
  isOverdue(service: string, now: UnixMilliseconds): boolean {
    const newsAt = this.#newsAt.get(service) ?? 0;
    return now < newsAt || now - newsAt >= NEWS_DUE_MS;
  }
}
