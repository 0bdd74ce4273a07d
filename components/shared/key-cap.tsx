import { shortcutLabel } from './shortcut-label.ts';
import styles from './key-cap.module.css';

/** A key, or keys that are pressed together. */
export function KeyCap({ shortcut }: { shortcut: string }) {
  return (
    <kbd className={styles.key} dir="ltr">
      {shortcutLabel(shortcut)}
    </kbd>
  );
}
