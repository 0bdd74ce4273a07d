import { useEffect, useRef, type RefObject } from 'react';
import { Icon } from './icons.tsx';
import { goBack } from './route.ts';

/** Names the page's tab after this view, and gives its heading the focus. */
export function useViewHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone: whoever cannot see it hears where they are.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Pricelight`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return heading;
}

/** The way back from a view. */
export function BackButton() {
  return (
    <button type="button" className="icon-button" aria-label="Back" title="Back" onClick={goBack}>
      <Icon path="M10 3 5 8l5 5" />
    </button>
  );
}
