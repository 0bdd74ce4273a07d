import type {
  CandleStore,
  KnownCandles,
  KnownHistoryService,
} from '@/lib/storage/candles/candle-store.ts';
import { readCandles, writeCandles } from '@/lib/storage/candles/series-text.ts';

/** Candles in memory, because there is no IndexedDB outside of a browser. */
export function memoryCandles(): CandleStore & { keys: () => string[] } {
  const series = new Map<string, KnownCandles>();
  let service: KnownHistoryService | null = null;
  return {
    keys: () => [...series.keys()],
    read: async (id, resolution) => series.get(`${id} ${resolution}`) ?? null,
    async write(id, resolution, known) {
      const candles = readCandles(writeCandles(known)) ?? [];
      series.set(`${id} ${resolution}`, { ...known, candles });
    },
    readService: async () => service,
    async writeService(known) {
      service = known;
    },
    async deleteAll() {
      series.clear();
      service = null;
    },
  };
}
