import { addStats, hourOf, noStats } from '../../pages/diagnostics/service-stats.ts';
import { measured } from '../../domain/diagnostics/histogram.ts';
import {
  recentStats,
  serviceStats,
  type HourStats,
  type StatsById,
} from '../../storage/values/service-stats.ts';
import { priceServices } from '../../storage/values/settings.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import type { JudgedItem } from '../intake/judged.ts';
import type { Traffic } from './traffic.ts';

const MAX_FEEDS = 2_000;

// Many workers live for less than a minute, so they hand their figures on in session storage. What
// one that dies in between loses are a few seconds of figures, on which nothing depends.
const SAVE_DELAY_MS = 10_000;
const WRITE_INTERVAL_MS = 60_000;

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
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
    const stats = pending.get(id) ?? noStats(hourOf(Date.now()));
    pending.set(id, { ...stats, ...change(stats) });
  }

  async function save(): Promise<void> {
    const added = Object.fromEntries([...pending].map(([id, stats]) => [id, [stats]]));
    timer = undefined;
    pending.clear();
    await store(added).catch(() =>
      console.warn('The figures of the price services could not be stored.'),
    );
  }

  return {
    trafficOf: (id) => ({
      onAnswer: (_, status) =>
        count(id, ({ answered, refusals }) =>
          isSuccess(status)
            ? { answered: answered + 1, answeredAt: Date.now() }
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
      if (judged.length === 0) return;
      count(id, (stats) => ({
        answeredAt: Date.now(),
        // One measurement for each update: the feed that is the furthest behind.
        lag: lags.length === 0 ? stats.lag : { ...measured(stats.lag, Math.max(...lags)) },
        contradictions: stats.contradictions + contradictions.length,
      }));
    },
  };
}

/** Adds what was measured to what is stored; on disk at most once a minute. */
async function store(added: StatsById): Promise<void> {
  const now = Date.now();
  const recent = await recentStats.getValue();
  const all = addStats(recent.added, added);
  // A time in the future is from before the clock was set back.
  const isDue = now < recent.writtenAt || now - recent.writtenAt >= WRITE_INTERVAL_MS;
  if (!isDue) {
    await recentStats.setValue({ ...recent, added: all });
    return;
  }
  const listed = new Set((await priceServices.getValue()).map(({ id }) => id));
  const onlyListed = (stats: StatsById): StatsById =>
    Object.fromEntries(Object.entries(stats).filter(([id]) => listed.has(id)));
  await serviceStats.update((known) => addStats(onlyListed(known), onlyListed(all)));
  await recentStats.setValue({ writtenAt: now, added: {} });
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
