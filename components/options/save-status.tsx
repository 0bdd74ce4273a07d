import type { ConnectionForm } from './use-connection-form.ts';
import styles from './form.module.css';

/** Whether the form's content is saved. */
export function SaveStatus({ form }: { form: ConnectionForm }) {
  return (
    <p role="status" aria-label="Changes" className={styles.status} data-state={form.saveState}>
      {saveText(form)}
    </p>
  );
}

function saveText({ saveState, isChanged }: ConnectionForm): string {
  if (saveState === 'refused') return 'Not saved. The marked fields say what is wrong.';
  if (saveState === 'failed') return 'Not saved. The browser refused to store it; try again.';
  if (isChanged) return 'Unsaved changes';
  return saveState === 'saved' ? '✓ Saved' : '';
}
