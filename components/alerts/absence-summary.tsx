import { useId } from 'react';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords, firedPrice } from '@/lib/domain/alerts/text/event-words.ts';
import {
  absenceTitle,
  chooseShown,
  SUMMARY_LINES,
} from '@/lib/domain/alerts/text/notification-words.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { useNamedSubject } from './use-subject.ts';
import styles from './confirm-alerts.module.css';
import alertStyles from './alerts.module.css';

interface AbsenceSummaryProps {
  /** Oldest first. */
  firings: readonly Firing[];
  onDismiss: () => void;
}

/** What triggered in an absence, in a few lines. Dismissed, each has a row of its own. */
export function AbsenceSummary({ firings, onDismiss }: AbsenceSummaryProps) {
  const id = useId();
  if (firings.length === 0) return null;
  const shown = chooseShown(firings, SUMMARY_LINES);
  const others = firings.length - shown.length;
  return (
    <section className={alertStyles.group} aria-labelledby={id}>
      <div className={alertStyles.head}>
        <h2 id={id}>{absenceTitle(firings)}</h2>
        <Button kind="small" onClick={onDismiss}>
          {t('common.dismissButton')}
        </Button>
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {shown.map((firing) => (
          <Line key={firing.id} firing={firing} />
        ))}
      </ul>
      {others > 0 && <p className={styles.text}>{t('common.more', { count: others })}</p>}
    </section>
  );
}

function Line({ firing }: { firing: Firing }) {
  const { feedId, at, what } = firing;
  const { name, style } = useNamedSubject(feedId);
  return (
    <li>
      <span>
        <time dateTime={new Date(at).toISOString()} dir="auto">
          {formatRecentTime(at)}
        </time>{' '}
        {eventWords(what, name, style)}
      </span>
      <bdi>{firedPrice(firing, style)}</bdi>
    </li>
  );
}
