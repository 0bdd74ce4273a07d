import styles from './icons.module.css';

interface MarkProps {
  name: string;
  /** Also the tooltip. */
  label: string;
  path: string;
}

/** A 12 px icon that replaces a word. */
export function Mark({ name, label, path }: MarkProps) {
  return (
    <svg className={styles.mark} data-mark={name} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}
