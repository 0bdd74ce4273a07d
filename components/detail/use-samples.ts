import { useEffect, useState } from 'react';
import { chartStepSeconds, PERIOD_SECONDS } from '@/lib/history/moments.ts';
import { toSample, type Sample } from '@/lib/history/sample.ts';
import { readSamples, watchSamples } from '@/lib/history/samples.ts';
import { historyWanted } from '@/lib/storage/history.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';
import { usePriceStore } from '../hooks/use-latest-price.ts';

// An hour of ticks, one a second; what is older has long been stored.
const MAX_LIVE = 3_600;

/**
 * A feed's samples of a period, oldest first: the kept ones and, ahead of them, the live ticks.
 * `undefined` until the kept ones were read. While it is used, the background fills the gaps.
 */
export function useSamples(id: string, period: ChangePeriod): readonly Sample[] | undefined {
  const [kept, setKept] = useState<{ period: ChangePeriod; samples: readonly Sample[] }>();
  const live = useLiveSamples(id);

  useEffect(() => {
    const wanted = { feedId: id, period };
    // Both steps in turn: what leaves must not clear what came after it.
    void historyWanted.update(() => wanted);
    return () => {
      void historyWanted.update((now) =>
        now?.feedId === id && now.period === period ? null : now,
      );
    };
  }, [id, period]);

  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const now = Math.floor(Date.now() / 1_000);
      // From a little before, so that there is one to compare with at the period's beginning.
      const from = now - PERIOD_SECONDS[period] - chartStepSeconds(period);
      const samples = await readSamples(id, from, now);
      if (isHere) setKept({ period, samples });
    };
    const stopWatching = watchSamples(() => void read());
    void read();
    return () => {
      isHere = false;
      stopWatching();
    };
  }, [id, period]);

  if (kept?.period !== period) return undefined;
  const keptUntil = kept.samples.at(-1)?.time ?? -Infinity;
  return [...kept.samples, ...live.filter(({ time }) => time > keptUntil)];
}

function useLiveSamples(id: string): readonly Sample[] {
  const store = usePriceStore();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const take = (): void => {
      const price = store.read(id)?.price;
      if (price) setSamples((before) => withTick(before, toSample(price)));
    };
    take();
    return store.subscribe(id, take);
  }, [store, id]);
  return samples;
}

/** The last figure of a second stands for it. */
function withTick(before: readonly Sample[], tick: Sample): readonly Sample[] {
  const last = before.at(-1);
  if (last && tick.time < last.time) return before;
  const kept = last?.time === tick.time ? before.slice(0, -1) : before;
  return [...kept.slice(1 - MAX_LIVE), tick];
}
