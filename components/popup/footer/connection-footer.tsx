import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { statusWords } from '@/lib/domain/connection/status-words.ts';
import type { Status } from '@/lib/domain/connection/status.ts';
import { openOptions, openInTab } from '@/lib/pages/open-page.ts';
import { Button, IconButton } from '../../shared/button.tsx';
import { useAfterPaint } from '../../shared/hooks/after-paint.ts';
import { clockSkewMs, useClock } from '../../shared/hooks/clock.ts';
import { useIsWide } from '../../shared/hooks/use-is-wide.ts';
import { useShownGroup } from '../../shared/hooks/use-shown-group.ts';
import { ExpandIcon } from '../../shared/icons.tsx';
import { goTo, useRoute } from '../../shared/route.ts';
import { StatusDot } from '../../shared/status-dot.tsx';
import { useHeldFeeds } from '../../holdings/use-held-feeds.ts';
import styles from './connection-footer.module.css';

// Loaded after the first paint, so that the watchlist paints without it.
const StatusNote = lazy(() => import('./status-note.tsx'));

// Hidden from screen readers: reading out a changing time would drown out the rest.
const TICKING: Partial<Record<Status['code'], 'lead' | 'rest'>> = {
  polling: 'lead',
  stale: 'lead',
  offline: 'rest',
  connecting: 'rest',
};

const NOTED: ReadonlySet<Status['code']> = new Set(['live', 'polling', 'stale']);

/** One sentence about all prices, and a button if the user can do something. */
export function ConnectionFooter({ status }: { status: Status }) {
  return (
    <footer className={styles.footer}>
      <div
        className={styles.connection}
        role="status"
        aria-label={t('footer.label')}
        data-part="connection"
        data-status={status.code}
      >
        <StatusDot code={status.code} />
        <Sentence status={status} />
      </div>
      <Remedy status={status} />
    </footer>
  );
}

function Sentence({ status }: { status: Status }) {
  const wordsAt = (nowMs: number) => statusWords(status, { nowMs, skewMs: clockSkewMs() });
  const lead = useClock((nowMs) => wordsAt(nowMs).lead);
  const rest = useClock((nowMs) => wordsAt(nowMs).rest);
  const isList = useClock((nowMs) => wordsAt(nowMs).isList);
  const isPainted = useAfterPaint();
  const ticking = TICKING[status.code];
  return (
    <p>
      <b aria-hidden={ticking === 'lead' || undefined}>{lead}</b>
      <span aria-hidden={ticking === 'rest' || undefined}>
        {isList ? <i> · </i> : ' '}
        {isPainted && NOTED.has(status.code) ? (
          <Suspense fallback={rest}>
            <StatusNote status={status}>{rest}</StatusNote>
          </Suspense>
        ) : (
          rest
        )}
      </span>
    </p>
  );
}

/** The button that fixes the state, else the holdings' total, else one that opens a larger page. */
function Remedy({ status }: { status: Status }) {
  const isWide = useIsWide();
  const isList = useRoute().view === 'list';
  const hasTotal = useHeldFeeds(useShownGroup()).length > 0 && (isWide || isList);
  const [label, run] = actionOf(status) ?? [];
  return (
    <>
      {label !== undefined && (
        <Button kind="link" className={styles.action} onClick={run}>
          {label}
        </Button>
      )}
      {hasTotal && (isWide || label === undefined) && <HoldingsTotal />}
      {!hasTotal && !isWide && label === undefined && (
        <IconButton
          label={t('popup.view.openInTab')}
          className={styles.expand}
          onClick={() => void openInTab()}
        >
          <ExpandIcon />
        </IconButton>
      )}
    </>
  );
}

// Loaded only if the tab has a holding.
const TotalLine = lazy(() => import('../../holdings/total-line.tsx'));

function HoldingsTotal() {
  const isPainted = useAfterPaint();
  return <Suspense>{isPainted && <TotalLine />}</Suspense>;
}

function actionOf(status: Status): [label: string, run: () => void] | null {
  switch (status.code) {
    case 'stale':
    case 'offline':
      return [t('common.tryAgainButton'), refresh];
    case 'unverified':
    case 'no-price': {
      const [id] = status.ids;
      return id === undefined ? null : [t('footer.showButton'), () => goTo({ view: 'feed', id })];
    }
    case 'not-covered':
      return [t('popup.refused.button'), () => void openOptions('go-live')];
    case 'problem':
      // No setting makes room in the storage.
      return status.problem?.code === 'prices-not-stored'
        ? null
        : [t('common.checkConnectionButton'), () => void openOptions()];
    case 'live':
      return status.assurance.kind === 'unknown-signers'
        ? [t('detail.details'), () => void openOptions()]
        : null;
    default:
      return null;
  }
}

function refresh(): void {
  void import('@/lib/pages/inquiries.ts').then(({ sendCommand }) => sendCommand('refresh'));
}
