import { useId, useRef, useState, type ReactNode, useEffect, type RefObject } from 'react';
import { isUnseen, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { HeadingTag } from './alert-target.ts';
import { FiringRow } from './firing-row.tsx';
import { Button } from '../shared/button.tsx';
import styles from './alerts.module.css';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';

const PAGE = 20;

interface FiringListProps {
  title: string;
  heading: HeadingTag;
  /** Newest first. */
  firings: readonly Firing[];
  isLink: boolean;
  /** Absent: firings cannot be dismissed. */
  onDismiss?: (ids: readonly string[]) => void;
  children?: ReactNode;
}

/** Firings that count as seen once they have been in view. */
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

// Time in view before a firing counts as seen, so that scrolling past it does not.
const SEEN_AFTER_MS = 1_000;

/**
 * Marks firings as seen after a second in view without scrolling, on a visible page.
 * @param list contains an element with the firing's id in `data-unseen` for each unseen firing
 * @param unseenIds joined; the list is read again when they change
 */
function useSeenInView(list: RefObject<HTMLElement | null>, unseenIds: string): void {
  useEffect(() => {
    if (unseenIds === '' || !list.current) return undefined;
    const inView = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      if (inView.size === 0 || document.visibilityState !== 'visible') return;
      timer = setTimeout(() => void markFiringsSeen([...inView]), SEEN_AFTER_MS);
    };
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target.getAttribute('data-unseen') ?? '';
        if (isIntersecting) inView.add(id);
        else inView.delete(id);
      }
      restart();
    });
    for (const item of list.current.querySelectorAll('[data-unseen]')) observer.observe(item);
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', restart);
    };
  }, [list, unseenIds]);
}
