import type { ReactNode } from 'react';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './alerts.module.css';

export function ViewHeader({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useViewHeading(title);
  return (
    <header className={classNames(viewStyles.header, viewStyles.back, styles.header)}>
      <BackButton />
      <h1 ref={heading} className={viewStyles.title} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}
