import { useCallback, useState } from 'react';
import { STATE_WORDS } from '@/lib/connection/state-words.ts';
import { openOptions } from '@/lib/pages.ts';
import {
  connectionState,
  refreshRequestedAt,
  type ConnectionState,
} from '@/lib/storage/connection.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { ageInSeconds } from '../age.tsx';
import { useClock, useCorrectedClock } from '../clock.ts';
import { ClockNotice } from '../clock-notice.tsx';
import { RefreshIcon } from '../icons.tsx';
import { usePriceStore } from '../use-latest-price.ts';
import { useStored } from '../use-stored.ts';

/** How the prices come in, why they do not, and how fresh the freshest is. */
export function ConnectionFooter() {
  const connection = useStored(connectionState) ?? connectionState.fallback;
  const { state, reason, remedy, nextAttemptAt } = connection;
  return (
    <footer>
      <div className="connection" role="status" aria-label="Connection">
        <span className={`dot ${dotOf(connection)}`} aria-hidden="true" />
        <b>{STATE_WORDS[state]}</b>
        {reason !== null && <span className="reason">{reason}</span>}
        {/* Where nothing comes in, the reason needs its place. */}
        {state !== 'offline' && state !== 'stopped' && <VerifiedCount />}
        {/* What ticks is for the eye: read out each second it would drown the rest. */}
        <span className="ticking" aria-hidden="true">
          {nextAttemptAt === null ? <FreshestAge /> : <Countdown until={nextAttemptAt} />}
        </span>
        <ClockNotice />
      </div>
      {remedy === 'connection' && (
        <button type="button" className="link" onClick={() => void openOptions()}>
          Check settings
        </button>
      )}
      <RefreshButton />
    </footer>
  );
}

function RefreshButton() {
  const [turns, setTurns] = useState(0);
  const refresh = (): void => {
    setTurns((count) => count + 1);
    void refreshRequestedAt.setValue(Date.now());
  };
  return (
    <button
      type="button"
      className="icon-button refresh"
      aria-label="Refresh"
      title="Refresh"
      onClick={refresh}
    >
      <span style={{ rotate: `${turns}turn` }}>
        <RefreshIcon />
      </span>
    </button>
  );
}

function dotOf({ state, remedy }: ConnectionState): string {
  if (state === 'live' || state === 'polling') return 'good';
  const isTrouble = state === 'offline' || (state === 'stopped' && remedy !== null);
  return isTrouble ? 'trouble' : '';
}

function Countdown({ until }: { until: number }) {
  return (
    <>
      {useClock((nowMs) => {
        const seconds = Math.ceil((until - nowMs) / 1_000);
        return seconds > 0 ? `again in ${seconds} s` : 'trying again';
      })}
    </>
  );
}

function FreshestAge() {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(
    (nowMs: number) => {
      const times = (ids ?? []).map((id) => store.read(id)?.price.publishTime ?? -Infinity);
      const freshest = Math.max(-Infinity, ...times);
      if (!Number.isFinite(freshest)) return '';
      const age = ageInSeconds(freshest, nowMs);
      return age === 'ahead' ? '' : `${age} ago`;
    },
    [ids, store],
  );
  return <>{useCorrectedClock(select)}</>;
}

/** How many figures are proven; nothing where no signatures were looked at. */
function VerifiedCount() {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(() => {
    const proofs = (ids ?? []).flatMap((id) => store.read(id)?.price.proof ?? []);
    if (proofs.length === 0) return '';
    const proven = proofs.filter(({ state }) => state !== 'unverified').length;
    return `${proven} of ${ids?.length ?? 0} verified`;
  }, [ids, store]);
  const text = useClock(select);
  return text === '' ? null : <span className="proven">{text}</span>;
}
