import type { RecordStore } from '../../history/records.ts';
import { toRecord } from '../../history/sample.ts';
import { historyStored } from '../../storage/history.ts';
import type { StoredPrice } from '../../storage/prices.ts';

const MINUTE_MS = 60_000;
const THIN_EVERY_MS = 60 * MINUTE_MS;

// The step that stores and shows an update comes first.
const DELAY_MS = 500;

/** Keeps a sample a minute of each feed from the prices that are stored anyway. */
export interface Sampler {
  /** To be called with the feeds whose stored price changed. */
  note: (changed: readonly string[]) => void;
  /** Drops what is not written yet: it is another service's. */
  forget: () => Promise<void>;
}

interface SamplerOptions {
  /** Latest prices as stored, by feed id. */
  prices: ReadonlyMap<string, StoredPrice>;
  records: RecordStore;
  followed: () => readonly string[];
}

/** Nothing depends on what dies with the worker: at most a minute of samples. */
export function createSampler({ prices, records, followed }: SamplerOptions): Sampler {
  let pending = new Set<string>();
  let sampledMinute: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function sample(): Promise<void> {
    const now = Date.now();
    const stored = await historyStored.getValue();
    sampledMinute = minuteOf(now);
    // An earlier worker was here in this minute.
    if (minuteOf(stored.liveAt) === sampledMinute) return;
    const samples = [...pending].flatMap((id) => {
      const price = prices.get(id);
      return price ? [toRecord(id, startOfMinute(price.publishTime), price)] : [];
    });
    pending = new Set();
    await records.write(samples);
    const isThinningDue = now < stored.thinnedAt || now - stored.thinnedAt >= THIN_EVERY_MS;
    await historyStored.update((known) => ({
      ...known,
      liveAt: now,
      ...(isThinningDue && { thinnedAt: now }),
    }));
    if (isThinningDue) await records.thin(followed(), now / 1_000);
  }

  return {
    note(changed) {
      for (const id of changed) pending.add(id);
      if (timer !== undefined || minuteOf(Date.now()) === sampledMinute) return;
      timer = setTimeout(() => {
        timer = undefined;
        writing = sample().catch(() => console.warn('Prices cannot be kept for charts.'));
      }, DELAY_MS);
    },
    async forget() {
      clearTimeout(timer);
      timer = undefined;
      pending = new Set();
      await writing;
    },
  };
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}

function startOfMinute(seconds: number): number {
  return Math.floor(seconds / 60) * 60;
}
