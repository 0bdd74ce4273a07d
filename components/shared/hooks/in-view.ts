import { useCallback, useEffect, type RefObject } from 'react';

const outOfView = new WeakSet<Element>();
const watchers = new Set<() => void>();
let observer: IntersectionObserver | undefined;

/** Returns whether the element was in view in the last frame; true until the browser checked. */
export function useInView(ref: RefObject<Element | null>): () => boolean {
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    observer ??= new IntersectionObserver(recordViews);
    observer.observe(element);
    return () => observer?.unobserve(element);
  }, [ref]);
  return useCallback(() => ref.current === null || isInView(ref.current), [ref]);
}

/** Only for elements that use the hook. */
export function isInView(element: Element): boolean {
  return !outOfView.has(element);
}

/** Calls back after elements enter or leave the view; returns a function that stops it. */
export function watchViews(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

function recordViews(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) outOfView.delete(target);
    else outOfView.add(target);
  }
  for (const onChange of watchers) onChange();
}
