import { useId } from 'react';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { HeadingTag } from './alert-target.ts';
import { FiringRow } from './firing-row.tsx';
import styles from './alerts.module.css';

interface FiringListProps {
  title: string;
  heading: HeadingTag;
  /** Newest first. */
  firings: readonly Firing[];
  isLink: boolean;
  /** Whether they were unseen when the list was opened. */
  areNew?: boolean;
}

export function FiringList(props: FiringListProps) {
  const { title, heading: Heading, firings, isLink, areNew = false } = props;
  const headingId = useId();
  if (firings.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId}>{title}</Heading>
      </div>
      <ul>
        {firings.map((firing) => (
          <FiringRow key={firing.id} firing={firing} isLink={isLink} isNew={areNew} />
        ))}
      </ul>
    </section>
  );
}
