import type { ReactNode } from 'react';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';

/** Header of a view: back button, title, and further controls. */
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
