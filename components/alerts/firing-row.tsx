import { memo } from 'react';
import type { Firing } from '@/lib/alerts/model/firing.ts';
import { priceWords } from '@/lib/alerts/text/event-words.ts';
import { t } from '@/lib/locale/t.ts';
import { EventText } from './event-text.tsx';
import { timeWords } from './time-words.ts';
import { useNamedFeed } from './use-named-feed.ts';
import alertStyles from './alerts.module.css';
import styles from './firing-row.module.css';

/** One firing: its time, event, exact price, and how it was notified. */
export const FiringRow = memo(function FiringRow({ firing }: { firing: Firing }) {
  const { name } = useNamedFeed(firing.feedId);
  const price = priceWords(firing);
  const facts = [
    t(`notification.delivery.${firing.delivered}`),
    firing.missed && firing.delivered !== 'unreported' && t('alerts.whileOffline'),
  ];
  return (
    <li className={styles.firing}>
      <time dateTime={new Date(firing.at).toISOString()}>{timeWords(firing.at)}</time>
      <p>
        <EventText what={firing.what} name={name} />
      </p>
      <p className={alertStyles.facts}>
        {price !== '' && (
          <>
            <bdi dir="ltr">{price}</bdi>
            {' · '}
          </>
        )}
        {facts.filter(Boolean).join(' · ')}
      </p>
    </li>
  );
});
