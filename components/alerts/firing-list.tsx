import { useId, useRef, useState, type ReactNode } from 'react';
import { isUnseen, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { HeadingTag } from './alert-target.ts';
import { FiringRow } from './firing-row.tsx';
import { useSeenInView } from './use-seen-in-view.ts';
import { Button } from '../shared/button.tsx';
import styles from './alerts.module.css';

/** Number of firings shown at first, and added by each press on "Show more". */
const PAGE = 20;

interface FiringListProps {
  title: string;
  heading: HeadingTag;
  /** Newest first. */
  firings: readonly Firing[];
  /** Whether each firing links to its feed. */
  isLink: boolean;
  /** Absent: firings cannot be dismissed. */
  onDismiss?: (ids: readonly string[]) => void;
  /** Buttons beside the title. */
  children?: ReactNode;
}

/** A list of firings. Unseen ones count as seen once they have been in view. */
export function FiringList(props: FiringListProps) {
  const { title, heading: Heading, firings, isLink, onDismiss, children } = props;
  const [count, setCount] = useState(PAGE);
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const shown = firings.slice(0, count);
  const unseen = shown.filter(isUnseen);
  useSeenInView(list, unseen.map(({ id }) => id).join(' '));
  if (firings.length === 0) return null;

  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId}>{title}</Heading>
        {children}
      </div>
      <ul ref={list}>
        {shown.map((firing) => (
          <FiringRow
            key={firing.id}
            firing={firing}
            isLink={isLink}
            {...(onDismiss && { onDismiss })}
          />
        ))}
      </ul>
      {firings.length > count && (
        <Button className={styles.more} onClick={() => setCount(count + PAGE)}>
          {t('alerts.showMoreButton', {
            count: Math.min(PAGE, firings.length - count),
            total: formatCount(firings.length),
          })}
        </Button>
      )}
    </section>
  );
}
