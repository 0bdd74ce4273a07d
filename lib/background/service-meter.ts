import { addHour, hourOf, noStats } from '../diagnostics/service-stats.ts';
import { measured } from '../diagnostics/histogram.ts';
import { serviceStats, type HourStats } from '../storage/service-stats.ts';
import { priceServices } from '../storage/settings.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '../units.ts';
import type { JudgedItem } from './judged.ts';
import type { Traffic } from './traffic.ts';

const MAX_FEEDS = 2_000;

// A worker that dies in between loses a minute of figures, on which nothing depends.
const SAVE_INTERVAL_MS = 60_000;

/** Measures what each price service is worth, from the requests that are made anyway. */
export interface ServiceMeter {
  /** Counts the answers of one service. */
  trafficOf: (serviceId: string) => Traffic;
  /** Compares the signed prices with the newest ones of any service. */
  onPrices: (serviceId: string, judged: readonly JudgedItem[]) => void;
}

export function createServiceMeter(): ServiceMeter {
  const pending = new Map<string, HourStats>();
  const newest = new Map<FeedId, UnixSeconds>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(id: string, change: (stats: HourStats) => Partial<HourStats>): void {
    timer ??= setTimeout(() => void save(), SAVE_INTERVAL_MS);
    const stats = pending.get(id) ?? noStats(hourOf(Date.now()));
    pending.set(id, { ...stats, ...change(stats) });
  }

  async function save(): Promise<void> {
    const added = [...pending];
    timer = undefined;
    pending.clear();
    const listed = new Set((await priceServices.getValue()).map(({ id }) => id));
    await serviceStats
      .update((known) => {
        const after = Object.entries(known).filter(([id]) => listed.has(id));
        const hours = new Map(after);
        for (const [id, stats] of added) {
          if (listed.has(id)) hours.set(id, addHour(hours.get(id) ?? [], stats));
        }
        return Object.fromEntries(hours);
      })
      .catch(() => console.warn('The figures of the price services could not be stored.'));
  }

  return {
    trafficOf: (id) => ({
      onAnswer: (_, status) =>
        count(id, ({ answered, refusals }) =>
          isSuccess(status)
            ? { answered: answered + 1 }
            : { refusals: { ...refusals, [status]: (refusals[status] ?? 0) + 1 } },
        ),
      onLatency: (ms) => count(id, ({ latency }) => ({ latency: { ...measured(latency, ms) } })),
      onBytes: (bytes) => count(id, (stats) => ({ bytes: stats.bytes + bytes })),
    }),
    onPrices: (id, judged) => {
      const lags = judged.flatMap(({ signed, item }) =>
        signed && item ? [lagOf(newest, signed.id, item.price.publish_time)] : [],
      );
      const contradictions = judged.filter(({ failure }) => failure?.reason.code === 'mismatch');
      if (lags.length === 0 && contradictions.length === 0) return;
      count(id, (stats) => ({
        // One measurement for each update: the feed that is the furthest behind.
        lag: lags.length === 0 ? stats.lag : { ...measured(stats.lag, Math.max(...lags)) },
        contradictions: stats.contradictions + contradictions.length,
      }));
    },
  };
}

function isSuccess(status: number | 'failed' | 'redirect'): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

/** How much older than the newest known price of the feed a price is, in milliseconds. */
function lagOf(newest: Map<FeedId, UnixSeconds>, id: FeedId, publishTime: UnixSeconds): number {
  const known = newest.get(id) ?? publishTime;
  // A service may send any number of feeds.
  if (newest.size > MAX_FEEDS) newest.clear();
  if (publishTime >= known) newest.set(id, publishTime);
  return toMilliseconds(Math.max(0, known - publishTime));
}
