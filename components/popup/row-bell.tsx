import { t } from '@/lib/locale/t.ts';
import type { AlertMark as Mark } from '@/lib/storage/alert-marks.ts';
import { IconButton } from '../shared/button.tsx';
import { BellIcon } from '../shared/icons.tsx';
import { AlertMark } from '../shared/marks.tsx';
import { goTo } from '../shared/route.ts';
import styles from './row-bell.module.css';

/** The bell beside the name of a feed that has alerts. */
export function RowBell({ state }: { state: Mark }) {
  return (
    <span className={styles.bell} data-state={state}>
      <AlertMark state={state} />
    </span>
  );
}

/** Opens a feed's alerts, or the form for a new alert if it has none. */
export function AlertsButton({ id, hasAlerts }: { id: string; hasAlerts: boolean }) {
  const label = t(hasAlerts ? 'row.alertsButton' : 'row.newAlertButton');
  return (
    <IconButton
      label={label}
      onClick={() =>
        goTo(hasAlerts ? { view: 'alerts', feedId: id } : { view: 'new-alert', id, level: null })
      }
    >
      <BellIcon />
    </IconButton>
  );
}
