import { useCallback, useEffect, type RefObject } from 'react';

const outOfView = new WeakSet<Element>();
let observer: IntersectionObserver | undefined;

/**
 * Returns whether the element was in view in the last frame; until the browser has checked, true.
 */
export function useInView(ref: RefObject<Element | null>): () => boolean {
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    observer ??= new IntersectionObserver(recordViews);
    observer.observe(element);
    return () => observer?.unobserve(element);
  }, [ref]);
  return useCallback(() => ref.current === null || !outOfView.has(ref.current), [ref]);
}

function recordViews(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) outOfView.delete(target);
    else outOfView.add(target);
  }
}
