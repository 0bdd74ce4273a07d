import type { ReactNode } from 'react';
import styles from './icons.module.css';

interface IconProps {
  /** What `iconOutline` returns. */
  path: string;
  /** Whether it points in the reading direction, so that it is mirrored in right-to-left pages. */
  isDirectional?: boolean;
}

export function Icon({ path, isDirectional }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-directional={isDirectional}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** An icon with this outline, as a component. */
export function icon(path: string): () => ReactNode {
  return () => <Icon path={path} />;
}

/** The same, of an icon that points in the reading direction. */
export function directionalIcon(path: string): () => ReactNode {
  return () => <Icon isDirectional path={path} />;
}
