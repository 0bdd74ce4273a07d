import { useEffect, type RefObject } from 'react';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';

// Scrolling past a firing, or opening the page by mistake, is not seeing it.
const SEEN_AFTER_MS = 1_000;

/**
 * Marks firings as seen once their items in a list have been in view for a second, without
 * scrolling, while the page was visible.
 *
 * @param list contains an element with the attribute `data-unseen`, a firing's id, for each of them
 * @param unseenIds their ids, joined; on a change, the list is read again
 */
export function useSeenInView(list: RefObject<HTMLElement | null>, unseenIds: string): void {
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
