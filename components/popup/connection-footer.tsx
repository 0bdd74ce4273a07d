import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { formatCount } from '@/lib/locale/format.ts';
import { t } from '@/lib/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { connectionState, type ConnectionState } from '@/lib/storage/connection.ts';
import { failedChecks } from '@/lib/storage/prices.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { formatSpan } from '@/lib/prices/age.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { ageInSeconds, isAhead } from '../shared/age.tsx';
import { useClock, useCorrectedClock } from '../hooks/clock.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { RefreshIcon } from '../shared/icons.tsx';
import { usePriceStore } from '../hooks/use-latest-price.ts';
import { useStored } from '../hooks/use-stored.ts';
import { ClockNotice } from './clock-notice.tsx';
import styles from './connection-footer.module.css';

// Loaded only when something is wrong, so that the watchlist paints without this code.
const Reason = lazy(() => import('./connection-reason.tsx'));

/** Connection state, the reason for any trouble, and the age of the newest price. */
export function ConnectionFooter() {
  const connection = useStored(connectionState) ?? connectionState.fallback;
  const { state, reason, remedy, nextAttemptAt } = connection;
  const failed = useFailedFeeds();
  return (
    <footer className={styles.footer}>
      <div
        className={styles.connection}
        role="status"
        aria-label={t('footer.label')}
        data-part="connection"
      >
        <span
          className={styles.dot}
          data-state={failed.length > 0 ? 'failed' : dotOf(connection)}
          aria-hidden="true"
        />
        <b>{t(`connectionState.${state}`)}</b>
        {reason !== null && (
          <Suspense>
            <Reason problem={reason} />
          </Suspense>
        )}
        {/* While nothing arrives, the reason needs the space. */}
        {state !== 'offline' && state !== 'stopped' && <VerifiedCount failed={failed} />}
        {/* Hidden from screen readers: reading it out every second would drown out the rest. */}
        <span className={styles.ticking} aria-hidden="true">
          {nextAttemptAt === null ? <FreshestAge /> : <Countdown until={nextAttemptAt} />}
        </span>
        <ClockNotice />
      </div>
      {remedy === 'connection' && (
        <Button kind="link" onClick={() => void openOptions()}>
          {t('footer.checkButton')}
        </Button>
      )}
      <RefreshButton />
    </footer>
  );
}

function RefreshButton() {
  const [turns, setTurns] = useState(0);
  const refresh = (): void => {
    setTurns((count) => count + 1);
    void import('@/lib/pages/inquiries.ts').then(({ sendCommand }) => sendCommand('refresh'));
  };
  return (
    <IconButton label={t('footer.refreshButton')} className={styles.refresh} onClick={refresh}>
      <span style={{ rotate: `${turns}turn` }}>
        <RefreshIcon />
      </span>
    </IconButton>
  );
}

function dotOf({ state, remedy }: ConnectionState): string | undefined {
  if (state === 'live' || state === 'polling') return 'good';
  const isTrouble = state === 'offline' || (state === 'stopped' && remedy !== null);
  return isTrouble ? 'trouble' : undefined;
}

function Countdown({ until }: { until: UnixMilliseconds }) {
  return (
    <>
      {useClock((nowMs) => {
        const leftMs = Math.ceil((until - nowMs) / 1_000) * 1_000;
        return leftMs > 0
          ? t('footer.retryIn', { time: formatSpan(leftMs) })
          : t('footer.retrying');
      })}
    </>
  );
}

function FreshestAge() {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(
    (nowMs: UnixMilliseconds) => {
      const times = (ids ?? []).map((id) => store.read(id)?.price.publishTime ?? -Infinity);
      const freshest = Math.max(-Infinity, ...times);
      if (!Number.isFinite(freshest)) return '';
      if (isAhead(freshest, nowMs)) return '';
      return t('age.ago', { age: ageInSeconds(freshest, nowMs) });
    },
    [ids, store],
  );
  return <>{useCorrectedClock(select)}</>;
}

/** Feeds on the watchlist whose prices fail verification. */
function useFailedFeeds(): readonly string[] {
  const ids = useStored(watchlist);
  const checks = useStored(failedChecks);
  return useMemo(
    () => (ids ?? []).filter((id) => checks !== undefined && Object.hasOwn(checks, id)),
    [ids, checks],
  );
}

/** Counts of feeds that are verified, not verified and failing; empty if no price was checked. */
function VerifiedCount({ failed }: { failed: readonly string[] }) {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(() => {
    const passing = (ids ?? []).filter((id) => !failed.includes(id));
    const states = passing.flatMap((id) => store.read(id)?.price.proof?.state ?? []);
    const verified = states.filter((state) => state === 'verified').length;
    const counts = { verified, unchecked: states.length - verified, failed: failed.length };
    return countWords(counts, ids?.length ?? 0);
  }, [ids, store, failed]);
  const text = useClock(select);
  if (text === '') return null;
  return <span className={failed.length > 0 ? styles.failed : undefined}>{text}</span>;
}

interface ProofCounts {
  verified: number;
  unchecked: number;
  failed: number;
}

function countWords({ verified, unchecked, failed }: ProofCounts, all: number): string {
  const total = formatCount(all);
  return [
    ...(verified > 0 ? [t('footer.verified', { count: verified, total })] : []),
    ...(failed > 0 ? [t('footer.failed', { count: failed })] : []),
    ...(unchecked > 0 ? [t('footer.notVerified', { count: unchecked })] : []),
  ].join(' · ');
}
