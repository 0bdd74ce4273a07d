import { t } from '@/lib/base/locale/t.ts';
import { alertSettings, type AlertSettings } from '@/lib/storage/values/alerts.ts';
import { receiver } from '@/lib/storage/values/forwarding.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ForwardingPanel } from './forwarding-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { OptionsPanel } from './panel.tsx';
import { QuietHoursPanel } from './quiet-hours-panel.tsx';
import { Check } from '../shared/check.tsx';

export default function AlertsSection() {
  const settings = useStored(alertSettings);
  const stored = useStored(receiver);
  // Render all panels at once, so that nothing below moves.
  if (!settings || !stored) return null;
  return (
    <>
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
    </>
  );
}

function changeSettings(change: Partial<AlertSettings>): void {
  void alertSettings.update((settings) => ({ ...settings, ...change }));
}
