import type { ReactNode } from 'react';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';

/** The way back, what this view is, and what belongs beside it. */
export function ViewHeader({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useViewHeading(title);
  return (
    <header className="alerts-header">
      <BackButton />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}
