import { useMemo } from 'react';
import type { Standing } from '@/lib/domain/connection/status.ts';
import { standingIn } from '@/lib/domain/market/facts.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { backgroundUpdates as updates } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useClock } from '../../shared/hooks/clock.ts';
import { momentAt } from '../../shared/hooks/use-condition.ts';
import { useQuotedStore } from '../../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../../shared/hooks/use-market.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

// The last result and what it depends on. React asks each reader several times, and a long list
// takes milliseconds.
let last: { inputs: readonly unknown[]; text: string } | undefined;

/** The combined state of all prices on the watchlist, updated over time. */
export function useStanding(): Standing {
  const store = useQuotedStore();
  const connection = useStored(connectionState) ?? connectionState.fallback;
  const ids = useStored(watchlist) ?? watchlist.fallback;
  const settings = useMarketSettings();
  const backgroundUpdates = useStored(updates) ?? updates.fallback;
  const areSamples = useStored(areSamplesShown) ?? false;
  const select = (nowMs: UnixMilliseconds): Standing => {
    const others = { connection, areSamplesShown: areSamples, backgroundUpdates };
    // Nothing is known before everything has been read.
    if (!settings) return { status: { code: 'connecting', newest: null }, isCurrent: false };
    return standingIn(marketAt(settings, store, nowMs), ids, others);
  };
  // As text, so that the page renders again only if it differs.
  const text = useClock((nowMs) => {
    const moment = Object.values(momentAt(Math.floor(nowMs / 1_000)));
    const inputs = [connection, ids, settings, backgroundUpdates, areSamples, store, ...moment];
    if (last?.inputs.every((input, at) => input === inputs[at])) return last.text;
    last = { inputs, text: JSON.stringify(select(nowMs)) };
    return last.text;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was a line before
  return useMemo(() => JSON.parse(text) as Standing, [text]);
}
