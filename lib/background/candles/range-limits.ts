import {
  HistoryServiceError,
  HttpStatusError,
  resolutionSeconds,
  type CandlePage,
  type CandleQuery,
  type Resolution,
} from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

/** A page, and where its request began: later than wanted if the service refuses so long a range. */
export interface GrantedPage extends CandlePage {
  readonly askedFrom: UnixSeconds;
}

/** The longest range that a service grants, in seconds, by resolution. */
export type LongestRanges = Readonly<Record<string, number>>;

/** Each is another request, and a refusal may have another reason. */
const MAX_HALVINGS = 4;
const MIN_BARS = 10;
/** Statuses for a range that is too long, seen at public services. */
const REFUSALS: readonly number[] = [400, 413, 414, 416, 422, 500];

/**
 * Whether the service refused this request, and would refuse it again. UDF has no status for a
 * range that is too long.
 */
export function isRefusalOfRequest(error: unknown): boolean {
  if (error instanceof HttpStatusError) return REFUSALS.includes(error.status);
  return error instanceof HistoryServiceError;
}

/** Asks a service for no more than it has granted before. */
export class RangeLimits {
  #longest: LongestRanges;
  readonly #onLearned: (longest: LongestRanges) => void;

  /** @param onLearned called with all limits when a new one is known */
  constructor(known: LongestRanges = {}, onLearned: (longest: LongestRanges) => void = () => {}) {
    this.#longest = known;
    this.#onLearned = onLearned;
  }

  /**
   * Requests a range, or its newest part if the service refuses the whole.
   * @throws whatever `send` throws for the shortest part
   */
  async ask(
    query: CandleQuery,
    send: (query: CandleQuery) => Promise<CandlePage>,
  ): Promise<GrantedPage> {
    const { to, resolution } = query;
    const granted = this.#longest[resolution] ?? Infinity;
    let seconds = Math.min(to - query.from, granted);
    for (let halvings = 0; ; halvings += 1) {
      const askedFrom = to - seconds;
      try {
        const page = await send({ ...query, from: askedFrom });
        if (halvings > 0) this.#learn(resolution, seconds);
        return { ...page, askedFrom };
      } catch (error) {
        const half = Math.floor(seconds / 2);
        const isShortest =
          halvings === MAX_HALVINGS || half < MIN_BARS * resolutionSeconds(resolution);
        if (isShortest || !isRefusalOfRequest(error)) throw error;
        seconds = half;
      }
    }
  }

  #learn(resolution: Resolution, seconds: number): void {
    this.#longest = { ...this.#longest, [resolution]: seconds };
    this.#onLearned(this.#longest);
  }
}
