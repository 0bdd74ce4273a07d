import { useCallback, useMemo } from 'react';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatSpan } from '@/lib/domain/prices/age.ts';
import { failedChecks } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { classNames } from '../shared/button.tsx';
import { ageInSeconds, isAhead } from '../shared/age.tsx';
import { useClock, useCorrectedClock } from '../shared/hooks/clock.ts';
import { usePriceStore } from '../shared/hooks/use-latest-price.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './connection-footer.module.css';

/** The time until the next attempt to connect. */
export function Countdown({ until }: { until: UnixMilliseconds }) {
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

/** The age of the newest price. @param message the sentence around it */
export function FreshestAge({ message }: { message?: 'footer.newestPrice' }) {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(
    (nowMs: UnixMilliseconds) => {
      const times = (ids ?? []).map((id) => store.read(id)?.price.publishTime ?? -Infinity);
      const freshest = Math.max(-Infinity, ...times);
      if (!Number.isFinite(freshest) || isAhead(freshest, nowMs)) return '';
      const age = t('age.ago', { age: ageInSeconds(freshest, nowMs) });
      return message === undefined ? age : t(message, { age });
    },
    [ids, message, store],
  );
  const text = useCorrectedClock(select);
  return text === '' ? null : <span>{text}</span>;
}

/** Feeds on the watchlist whose prices fail verification. */
export function useFailedFeeds(): readonly string[] {
  const ids = useStored(watchlist);
  const checks = useStored(failedChecks);
  return useMemo(
    () => (ids ?? []).filter((id) => checks !== undefined && Object.hasOwn(checks, id)),
    [ids, checks],
  );
}

interface VerifiedCountProps {
  failed: readonly string[];
  className?: string | undefined;
}

/** Counts of feeds that are verified, not verified and failing; empty if no price was checked. */
export function VerifiedCount({ failed, className }: VerifiedCountProps) {
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
  return (
    <span className={classNames(className, failed.length > 0 && styles.failed)} title={text}>
      {text}
    </span>
  );
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
