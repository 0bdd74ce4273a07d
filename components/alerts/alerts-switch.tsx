import { alertSettings } from '@/lib/storage/alerts.ts';
import { useStoredPart } from '../hooks/use-stored.ts';

/** Switch for all alerts; each alert keeps its own setting. */
export function AlertsSwitch() {
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? null);
  if (areOn === null) return null;
  return (
    <label className="alerts-switch">
      <span>{areOn ? 'All on' : 'All off'}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label="All alerts"
        checked={areOn}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          void alertSettings.update((settings) => ({ ...settings, areOn: checked }));
        }}
      />
    </label>
  );
}
