import type { IconNode } from 'lucide';
import { Shapes } from './icon.tsx';
import styles from './icons.module.css';

interface MarkProps {
  name: string;
  /** The text alternative and the tooltip. */
  label: string;
  shapes: IconNode;
}

/** A 12 px icon that replaces a word. */
export function Mark({ name, label, shapes }: MarkProps) {
  return (
    <svg className={styles.mark} data-mark={name} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <Shapes of={shapes} />
    </svg>
  );
}
