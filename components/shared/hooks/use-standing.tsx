import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Standing } from '@/lib/domain/connection/status.ts';
import { standingIn } from '@/lib/domain/market/facts.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { backgroundUpdates as updates } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useClock } from './clock.ts';
import { momentAt } from './use-condition.ts';
import { useQuotedStore } from './use-latest-price.ts';
import { marketAt, useMarketSettings } from './use-market.ts';
import { useStored } from './use-stored.ts';

// Nothing is known before everything has been read.
const UNKNOWN: Standing = { status: { code: 'connecting', newest: null }, isCurrent: false };

const StandingContext = createContext(UNKNOWN);

/** The combined state of all prices on the watchlist, updated over time. */
export function useStanding(): Standing {
  return use(StandingContext);
}

/** Calculates the standing once for all that show it: a long list takes milliseconds. */
export function StandingProvider({ children }: { children: ReactNode }) {
  const store = useQuotedStore();
  const connection = useStored(connectionState) ?? connectionState.fallback;
  const ids = useStored(watchlist) ?? watchlist.fallback;
  const settings = useMarketSettings();
  const backgroundUpdates = useStored(updates) ?? updates.fallback;
  const [textOnce] = useState(createMemo);
  const select = (nowMs: UnixMilliseconds): Standing => {
    if (!settings) return UNKNOWN;
    const others = { connection, backgroundUpdates };
    return standingIn(marketAt(settings, store, nowMs), ids, others);
  };
  // As text, so that the page renders again only if it differs.
  const text = useClock((nowMs) => {
    const moment = Object.values(momentAt(Math.floor(nowMs / 1_000)));
    const inputs = [connection, ids, settings, backgroundUpdates, store, ...moment];
    return textOnce(inputs, () => JSON.stringify(select(nowMs)));
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was a line before
  const standing = useMemo(() => JSON.parse(text) as Standing, [text]);
  return <StandingContext value={standing}>{children}</StandingContext>;
}

/** React asks for a snapshot several times. */
function createMemo() {
  let last: { inputs: readonly unknown[]; text: string } | undefined;
  return (inputs: readonly unknown[], make: () => string): string => {
    if (!last?.inputs.every((input, at) => input === inputs[at])) last = { inputs, text: make() };
    return last.text;
  };
}
