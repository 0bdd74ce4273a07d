import { t } from '@/lib/base/locale/t.ts';
import type { ConnectionForm } from './use-connection-form.ts';
import styles from '../shared/form.module.css';

/** Whether the form's content is saved. */
export function SaveStatus({ form }: { form: ConnectionForm }) {
  return (
    <p
      role="status"
      aria-label={t('connection.changes.label')}
      className={styles.status}
      data-state={form.saveState}
    >
      {saveText(form)}
    </p>
  );
}

function saveText({ saveState, isChanged }: ConnectionForm): string {
  if (saveState === 'refused') return t('connection.changes.invalid');
  if (saveState === 'failed') return t('connection.changes.failed');
  if (isChanged) return t('connection.changes.unsaved');
  return saveState === 'saved' ? t('connection.changes.saved') : '';
}
