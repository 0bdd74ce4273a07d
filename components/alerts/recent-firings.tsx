import { useId } from 'react';
import type { Firing } from '@/lib/alerts/model/firing.ts';
import { formatCount } from '@/lib/locale/format.ts';
import { t } from '@/lib/locale/t.ts';
import type { HeadingTag } from './alert-target.ts';
import { FiringRow } from './firing-row.tsx';
import { Button } from '../shared/button.tsx';
import styles from './alerts.module.css';

/** Number of firings shown at first, and added by each press on "Show more". */
export const FIRINGS_A_PAGE = 20;

interface RecentFiringsProps {
  title: string;
  heading: HeadingTag;
  firings: readonly Firing[];
  /** Number of firings to show. */
  count: number;
  onMore: () => void;
}

/** A list of firings, newest first. */
export function RecentFirings({
  title,
  heading: Heading,
  firings,
  count,
  onMore,
}: RecentFiringsProps) {
  const headingId = useId();
  if (firings.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId}>{title}</Heading>
      </div>
      <ul>
        {firings.slice(0, count).map((firing) => (
          <FiringRow key={firing.id} firing={firing} />
        ))}
      </ul>
      {firings.length > count && (
        <Button className={styles.more} onClick={onMore}>
          {t('alerts.showMoreButton', {
            count: Math.min(FIRINGS_A_PAGE, firings.length - count),
            total: formatCount(firings.length),
          })}
        </Button>
      )}
    </section>
  );
}
