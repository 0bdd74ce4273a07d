import { candleFeeds, candleLines, candlesStoredAt } from '../../storage/values/candles.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import type { FeedId } from '../../base/units.ts';
import type { CandleStore } from '../../storage/candles/candle-store.ts';
import type { CandleOutcome } from './serve-candles.ts';

// Requests that end together are stored together.
const WRITE_AFTER_MS = 100;

export function createOutcomes() {
  let pending = new Map<FeedId, CandleOutcome>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    timer = undefined;
    const outcomes = [...pending];
    if (outcomes.length === 0) return;
    pending = new Map();
    const facts = outcomes.map(([id, { symbol, problem }]) => [id, { symbol, problem }] as const);
    const lines = outcomes.flatMap(([id, { line }]) =>
      line === null ? [] : [[id, line] as const],
    );
    await candleFeeds.update((known) => ({ ...known, ...Object.fromEntries(facts) }));
    if (lines.length > 0) await storeLines(lines);
    await candlesStoredAt.setValue(Date.now());
  }

  return {
    clear: () => pending.clear(),
    add(id: FeedId, outcome: CandleOutcome): void {
      const line = outcome.line ?? pending.get(id)?.line ?? null;
      pending.set(id, { ...outcome, line });
      timer ??= setTimeout(() => {
        void write().catch(() => console.warn('Candles could not be stored.'));
      }, WRITE_AFTER_MS);
    },
  };
}

/** Also drops lines of feeds that left the watchlist. */
async function storeLines(lines: ReadonlyArray<readonly [FeedId, string]>): Promise<void> {
  const followed = new Set(await watchlist.getValue());
  await candleLines.update((known) => {
    const kept = [...Object.entries(known), ...lines];
    return Object.fromEntries(kept.filter(([id]) => followed.has(id)));
  });
}

export async function deleteCandles(store: CandleStore): Promise<void> {
  await Promise.all([
    candleFeeds.setValue({}),
    candleLines.setValue({}),
    candlesStoredAt.setValue(Date.now()),
    // Without a database, there are no candles to delete.
    store.deleteAll().catch(() => undefined),
  ]);
}
