import { useMemo } from 'react';
import { standingOf, type Standing } from '@/lib/domain/connection/status.ts';
import { conditionOf } from '@/lib/domain/prices/condition.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { failedChecks, lastAskedAt, missingFeeds } from '@/lib/storage/values/prices.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { backgroundUpdates, signatures, staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { clockSkewMs, useClock } from '../../shared/hooks/clock.ts';
import { useQuotedStore } from '../../shared/hooks/use-latest-price.ts';
import { readStored, useStored } from '../../shared/hooks/use-stored.ts';

// The last result and what it depends on. React asks each reader several times, and a long list
// takes milliseconds.
let last: { inputs: readonly unknown[]; text: string } | undefined;

/** The combined state of all prices on the watchlist, updated over time. */
export function useStanding(): Standing {
  const store = useQuotedStore();
  const connection = useStored(connectionState) ?? connectionState.fallback;
  const ids = useStored(watchlist) ?? watchlist.fallback;
  const attributes = useStored(followedFeeds);
  const failed = useStored(failedChecks);
  const missing = useStored(missingFeeds);
  const limitSeconds = useStored(staleLimitSeconds) ?? staleLimitSeconds.fallback;
  const mode = useStored(signatures) ?? signatures.fallback;
  const updates = useStored(backgroundUpdates) ?? backgroundUpdates.fallback;
  const areSamples = useStored(areSamplesShown) ?? false;
  const select = (nowMs: UnixMilliseconds): Standing => {
    const skewMs = clockSkewMs();
    // Not a dependency: it changes with each update, which must not render the whole list again.
    const lastAskedAtMs = readStored(lastAskedAt) ?? 0;
    return standingOf({
      connection,
      feeds: ids.map((id) => {
        const price = store.read(id)?.price;
        const asked = { lastAskedAtMs, limitSeconds, nowMs, skewMs };
        return {
          id,
          price,
          condition: conditionOf({ attributes: attributes?.[id], price, ...asked }),
          missing: missing?.[id],
          hasFailed: failed !== undefined && Object.hasOwn(failed, id),
        };
      }),
      areSamplesShown: areSamples,
      signatures: mode,
      backgroundUpdates: updates,
      limitSeconds,
      nowMs: nowMs - skewMs,
    });
  };
  // As text, so that the page renders again only if it differs.
  const text = useClock((nowMs) => {
    const settings = [connection, ids, attributes, failed, missing, limitSeconds, mode, updates];
    // Prices change with the time of the request.
    const second = Math.floor(nowMs / 1_000);
    const inputs = [...settings, areSamples, store, second, readStored(lastAskedAt), clockSkewMs()];
    if (last?.inputs.every((input, at) => input === inputs[at])) return last.text;
    last = { inputs, text: JSON.stringify(select(nowMs)) };
    return last.text;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was a line before
  return useMemo(() => JSON.parse(text) as Standing, [text]);
}
