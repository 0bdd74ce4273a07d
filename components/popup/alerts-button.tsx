import { t } from '@/lib/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { BellIcon } from '../shared/icons.tsx';
import { goTo } from '../shared/route.ts';

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
