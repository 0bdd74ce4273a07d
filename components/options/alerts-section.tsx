import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, alertSettings, type AlertSettings } from '@/lib/storage/values/alerts.ts';
import type { AlertTarget } from '../alerts/alert-target.ts';
import { AlertForm } from '../alerts/alert-form.tsx';
import { AlertsBody } from '../alerts/alerts-body.tsx';
import { OwnPrices } from '../alerts/own-prices.tsx';
import { receiver } from '@/lib/storage/values/forwarding.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ForwardingPanel } from './forwarding-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { OptionsPanel } from './panel.tsx';
import { QuietHoursPanel } from './quiet-hours-panel.tsx';
import { Check } from '../shared/check.tsx';
import styles from './alerts-section.module.css';

export default function AlertsSection() {
  const settings = useStored(alertSettings);
  const stored = useStored(receiver);
  // Render all panels at once, so that nothing below moves.
  if (!settings || !stored) return null;
  return (
    <div className={styles.alerts}>
      <OptionsPanel title={t('alerts.allLabel')}>
        <Check isSwitch checked={settings.areOn} onChange={(areOn) => changeSettings({ areOn })}>
          {t('alerts.section.areOn')}
        </Check>
      </OptionsPanel>
      <NotificationsPanel settings={settings} onChange={changeSettings} />
      <ForwardingPanel stored={stored} />
      <QuietHoursPanel
        hours={settings.quietHours}
        onChange={(quietHours) => changeSettings({ quietHours })}
      />
      <OptionsPanel title={t('alerts.section.yoursTitle')}>
        <OwnPrices>
          <OwnAlerts />
        </OwnPrices>
      </OptionsPanel>
    </div>
  );
}

function changeSettings(change: Partial<AlertSettings>): void {
  void alertSettings.update((settings) => ({ ...settings, ...change }));
}

/** The alert list, or the form of one alert in its place. */
function OwnAlerts() {
  const [target, setTarget] = useState<AlertTarget | null>(null);
  const rules = useStored(alertRules);
  const showList = (): void => setTarget(null);
  if (target?.view === 'new-alert') {
    return <AlertForm subjectId={target.id} level={target.level} onDone={showList} />;
  }
  const rule = rules?.find(({ id }) => id === target?.alertId);
  if (rule)
    return <AlertForm key={rule.id} subjectId={rule.feedId} rule={rule} onDone={showList} />;
  return <AlertsBody feedId={null} heading="h4" onOpen={setTarget} />;
}
