import { memo } from 'react';
import type { Firing } from '@/lib/alerts/model/firing.ts';
import { eventWords, priceWords } from '@/lib/alerts/text/words.ts';
import { DELIVERY_WORDS } from '@/lib/alerts/text/delivery-words.ts';
import { timeWords } from './time-words.ts';
import { useNamedFeed } from './use-named-feed.ts';
import alertStyles from './alerts.module.css';
import styles from './firing-row.module.css';

/** One firing: its time, event, exact price, and how it was notified. */
export const FiringRow = memo(function FiringRow({ firing }: { firing: Firing }) {
  const { name } = useNamedFeed(firing.feedId);
  const price = priceWords(firing);
  const facts = [
    price,
    DELIVERY_WORDS[firing.delivered],
    firing.missed && firing.delivered !== 'unreported' && 'it happened while nobody looked',
  ];
  return (
    <li className={styles.firing}>
      <time dateTime={new Date(firing.at).toISOString()}>{timeWords(firing.at)}</time>
      <p>
        <b>{name}</b> {eventWords(firing.what)}
      </p>
      <p className={alertStyles.facts}>{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
});
