import { useEffect, useRef, type ReactNode } from 'react';
import { goBack } from '../popup/route.ts';
import { BackIcon } from '../icons.tsx';

/** The way back, what this view is, and what belongs beside it. */
export function ViewHeader({ title, children }: { title: string; children?: ReactNode }) {
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

  return (
    <header className="alerts-header">
      <button type="button" className="icon-button" aria-label="Back" title="Back" onClick={goBack}>
        <BackIcon />
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}
