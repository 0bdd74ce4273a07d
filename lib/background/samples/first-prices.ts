import type { FeedId } from '../../base/units.ts';
import { LONGEST_HOLD_MS } from '../../domain/samples/holds-samples.ts';
import type { JudgedPrice } from '../intake/judge.ts';

/** Real prices that wait until they replace the sample prices, all at once. */
export class FirstPrices {
  readonly #prices = new Map<FeedId, JudgedPrice>();
  #onAdd = (): void => undefined;

  has(id: FeedId): boolean {
    return (this.#prices.get(id)?.price ?? null) !== null;
  }

  add(prices: readonly JudgedPrice[]): void {
    for (const price of prices) if (!this.has(price.id)) this.#prices.set(price.id, price);
    this.#onAdd();
  }

  /** Resolves once `check` returns true, or after `LONGEST_HOLD_MS`. */
  async areEnough(check: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LONGEST_HOLD_MS);
    this.#onAdd = () => {
      if (check()) resolve();
    };
    this.#onAdd();
    await promise;
    clearTimeout(timer);
  }

  take(): JudgedPrice[] {
    const prices = [...this.#prices.values()];
    this.#prices.clear();
    return prices;
  }
}
