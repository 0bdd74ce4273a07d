import styles from './row-change.module.css';

/** A dash, with the reason as its text. */
export function NoChangeMark({ words, reason }: { words: string; reason: string }) {
  const label = `Change in ${words}: ${reason}`;
  return (
    <span
      className={styles.change}
      data-part="change"
      data-way="none"
      role="img"
      aria-label={label}
      title={label}
    >
      –
    </span>
  );
}
