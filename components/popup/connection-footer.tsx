import { lazy, Suspense, useId, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { IconButton } from '../shared/button.tsx';
import { DownIcon, RefreshIcon, UpIcon } from '../shared/icons.tsx';
import { useAfterPaint } from '../shared/hooks/after-paint.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ClockNotice } from './clock-notice.tsx';
import { useDismissal } from './use-dismissal.ts';
import { Countdown, FreshestAge, useFailedFeeds, VerifiedCount } from './connection-figures.tsx';
import styles from './connection-footer.module.css';

// Loaded after the first paint, when something is wrong or when asked for, so that the watchlist
// paints without them.
const Reason = lazy(() => import('./connection-reason.tsx'));
const UsedService = lazy(() => import('./used-service.tsx'));
const LateAlerts = lazy(() => import('./late-alerts.tsx'));
const Details = lazy(() => import('./connection-details.tsx'));

/** Connection state on one line, the age of the newest price, and the details behind a button. */
export function ConnectionFooter() {
  const connection = useStored(connectionState) ?? connectionState.fallback;
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
        <b>{t(`connectionState.${connection.state}`)}</b>
        <Summary connection={connection} failed={failed} />
        {/* Hidden from screen readers: reading it out every second would drown out the rest. */}
        <span
          className={styles.ticking}
          data-counts={connection.nextAttemptAt !== null}
          aria-hidden="true"
        >
          {connection.nextAttemptAt === null ? (
            <FreshestAge />
          ) : (
            <Countdown until={connection.nextAttemptAt} />
          )}
        </span>
      </div>
      <DetailsButton connection={connection} failed={failed} />
      <RefreshButton />
    </footer>
  );
}

interface SummaryProps {
  connection: ConnectionState;
  failed: readonly string[];
}

/** The most important fact; the details have all of them. */
function Summary({ connection: { state, reason }, failed }: SummaryProps) {
  const isArriving = state !== 'offline' && state !== 'stopped';
  const isPainted = useAfterPaint();
  if (reason !== null && (!isArriving || failed.length === 0)) {
    return (
      <Suspense>
        <Reason problem={reason} className={styles.summary} />
      </Suspense>
    );
  }
  if (!isArriving) return null;
  const figures = (
    <>
      <VerifiedCount failed={failed} className={styles.summary} />
      <ClockNotice className={styles.summary} />
      {isPainted && (
        <Suspense>
          <LateAlerts className={styles.summary} />
        </Suspense>
      )}
    </>
  );
  if (!isPainted || failed.length > 0) return figures;
  return (
    <Suspense fallback={figures}>
      <UsedService className={styles.summary}>{figures}</UsedService>
    </Suspense>
  );
}

function DetailsButton(props: SummaryProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  useDismissal(part, isOpen, () => setOpen(false));
  return (
    <div ref={part}>
      <IconButton
        label={t('footer.detailsButton')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <DownIcon /> : <UpIcon />}
      </IconButton>
      {isOpen && (
        <div id={id} className={styles.details} role="group" aria-label={t('footer.detailsButton')}>
          <Suspense>
            <Details {...props} />
          </Suspense>
        </div>
      )}
    </div>
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
