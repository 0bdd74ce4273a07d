import { memo } from 'react';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import {
  exactPriceWords,
  lateWords,
  priceWords,
  unverifiedWords,
} from '@/lib/domain/alerts/text/event-words.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { t } from '@/lib/base/locale/t.ts';
import { firingsOf, parseTarget } from '@/lib/domain/alerts/model/notification-target.ts';
import type { SendProblem } from '@/lib/domain/forwarding/outbox.ts';
import { sendProblemWords } from '@/lib/domain/forwarding/send-problem-words.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { outbox } from '@/lib/storage/values/forwarding.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { EventText } from './event-text.tsx';
import { FiringMenu } from './firing-menu.tsx';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { useNamedSubject } from './use-subject.ts';
import alertStyles from './alerts.module.css';
import styles from './firing-row.module.css';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { routeHash } from '../shared/route.ts';

interface FiringRowProps {
  firing: Firing;
  /** Whether the row links to the feed: only the popup's page has a details view. */
  isLink: boolean;
  isNew: boolean;
}

export const FiringRow = memo(function FiringRow({ firing, isLink, isNew }: FiringRowProps) {
  const { feedId, at, what } = firing;
  const { name, style } = useNamedSubject(feedId);
  const text = <EventText what={what} name={name} style={style} />;
  return (
    <li className={styles.firing}>
      <p className={styles.what}>
        {isNew && <span className={styles.new}>{t('alerts.newLabel')}</span>}
        {isLink ? <a href={firingRoute(firing)}>{text}</a> : text}
      </p>
      <time dateTime={new Date(at).toISOString()}>{formatRecentTime(at)}</time>
      <FiringFacts firing={firing} style={style} />
      <FiringMenu firing={firing} />
    </li>
  );
});

function FiringFacts({ firing, style }: { firing: Firing; style: FigureStyle }) {
  const price = priceWords(firing, style);
  const unsent = useUnsent(firing.id);
  const facts = [
    lateWords(firing),
    unverifiedWords(firing),
    t(`notification.delivery.${firing.delivered}`),
    firing.missed && t('alerts.whileOffline'),
    unsent && t('forwarding.notSent', { reason: sendProblemWords(unsent) }),
  ];
  return (
    <p className={alertStyles.facts}>
      {price !== '' && (
        <>
          <bdi dir="ltr" title={exactPriceWords(firing, style)}>
            {price}
          </bdi>
          {' · '}
        </>
      )}
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}

/** The route to the feed, or to all alerts for a total. */
export function firingRoute({ feedId }: Firing): string {
  const id = feedOf(feedId);
  return routeHash(id === null ? { view: 'alerts' } : { view: 'feed', id });
}

/** Why a firing was not forwarded to the user's own address; `null` if there was no error. */
function useUnsent(firingId: string): SendProblem | null {
  const entries = useStored(outbox);
  const history = useStored(firings);
  if (!entries?.length || !history) return null;
  const entry = entries.find(({ id, problem }) => {
    const target = problem && parseTarget(id);
    return target && firingsOf(target, history).some((each) => each.id === firingId);
  });
  return entry?.problem ?? null;
}
