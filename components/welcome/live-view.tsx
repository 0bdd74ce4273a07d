import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { notCoveredSentence } from '@/lib/pages/connection/test-words.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useUnconfirmedAlerts } from '../shared/hooks/use-unconfirmed-alerts.ts';
import { BellIcon, ForwardIcon } from '../shared/icons.tsx';
import { CheckIcon, ExternalLinkIcon } from '../shared/later-icons.tsx';
import { Logo } from '../shared/logo.tsx';
import { routeHash } from '../shared/route.ts';
import styles from './welcome.module.css';

/** What going live changed. */
export interface WentLive {
  /** Number of feeds that the access token does not cover. */
  notCovered: number;
  hadSamples: boolean;
}

interface LiveViewProps {
  /** Whether prices arrive, or are about to arrive. */
  isLive: boolean;
  /** `null`: the user did not go live here. */
  change: WentLive | null;
  /** Opens a view in the list. */
  onOpen: (hash: string) => void;
}

/** Next steps with live prices. */
export function LiveView({ isLive, change, onOpen }: LiveViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wentLive = change !== null;
  // Move the focus: the form that had it is gone.
  useEffect(() => {
    if (wentLive) heading.current?.focus();
  }, [wentLive]);
  return (
    <>
      {isLive ? (
        <span className={styles.tick}>
          <CheckIcon />
        </span>
      ) : (
        <Logo size={48} />
      )}
      <h1 ref={heading} tabIndex={-1}>
        {t(isLive ? 'goLive.done.title' : 'welcome.headline')}
      </h1>
      {change?.hadSamples && <p className={styles.lead}>{t('goLive.done.text')}</p>}
      {change && change.notCovered > 0 && (
        <p className={styles.lead}>{notCoveredSentence(change.notCovered)}</p>
      )}
      <ul className={styles.cards}>
        <AlertCard onOpen={onOpen} />
        <li>
          <a className={styles.card} href="/popup.html" target="_blank" rel="noreferrer">
            <CardText
              icon={<ExternalLinkIcon />}
              title={t('goLive.done.dashboardTitle')}
              text={t('goLive.done.dashboardText')}
            />
            <ForwardIcon />
          </a>
        </li>
      </ul>
    </>
  );
}

/** A link to create the first alert, or to confirm those that were paused by going live. */
function AlertCard({ onOpen }: Pick<LiveViewProps, 'onOpen'>) {
  const rules = useStored(alertRules);
  const isConfirming = useUnconfirmedAlerts().length > 0;
  const id = useStored(watchlist)?.[0];
  if (!isConfirming && (rules?.length !== 0 || id === undefined)) return null;
  const isFirst = !isConfirming && id !== undefined;
  const hash = routeHash(isFirst ? { view: 'new-alert', id, level: null } : { view: 'alerts' });
  return (
    <li>
      <button type="button" className={styles.card} onClick={() => onOpen(hash)}>
        <CardText
          icon={<BellIcon />}
          title={t(isFirst ? 'goLive.done.alertTitle' : 'alerts.confirm.title')}
          text={t(isFirst ? 'notification.panel.hint' : 'alerts.confirm.text')}
        />
        <ForwardIcon />
      </button>
    </li>
  );
}

function CardText({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <>
      <span>{icon}</span>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </>
  );
}
