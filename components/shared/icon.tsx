import type { IconNode } from 'lucide';
import { createElement, Fragment, type ReactNode } from 'react';
import styles from './icons.module.css';

interface IconProps {
  shapes: IconNode;
  /** Whether the icon is mirrored in right-to-left pages. */
  isDirectional?: boolean;
}

export function Icon({ shapes, isDirectional }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-directional={isDirectional}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <Shapes of={shapes} />
    </svg>
  );
}

/** Shapes on a grid of 24 units. */
export function Shapes({ of: shapes }: { of: IconNode }) {
  const elements = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return createElement(Fragment, null, ...elements);
}

export function icon(shapes: IconNode): () => ReactNode {
  return () => <Icon shapes={shapes} />;
}

/** An icon that points in the reading direction. */
export function directionalIcon(shapes: IconNode): () => ReactNode {
  return () => <Icon isDirectional shapes={shapes} />;
}
