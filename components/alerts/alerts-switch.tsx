import { t } from '@/lib/base/locale/t.ts';
import { alertSettings } from '@/lib/storage/values/alerts.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import { Switch } from '../shared/check.tsx';
import styles from './alerts.module.css';

/** Switch for all alerts; each alert keeps its own setting. */
export function AlertsSwitch() {
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? null);
  if (areOn === null) return null;
  return (
    <label className={styles.allOn}>
      <span>{t(areOn ? 'alerts.allOn' : 'alerts.allOff')}</span>
      <Switch
        aria-label={t('alerts.allLabel')}
        checked={areOn}
        onChange={(isOn) => void alertSettings.update((settings) => ({ ...settings, areOn: isOn }))}
      />
    </label>
  );
}
