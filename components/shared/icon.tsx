import type { ReactNode } from 'react';
import styles from './icons.module.css';

interface IconProps {
  /** Of `iconOutline`. */
  path: string;
  /** Mirrored in right-to-left pages. */
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

export function icon(path: string): () => ReactNode {
  return () => <Icon path={path} />;
}

/** Points in the reading direction. */
export function directionalIcon(path: string): () => ReactNode {
  return () => <Icon isDirectional path={path} />;
}
