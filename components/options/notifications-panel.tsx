import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { notificationsBlocked, type AlertSettings } from '@/lib/storage/values/alerts.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { OptionsPanel } from './panel.tsx';
import { Check } from '../shared/check.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import calloutStyles from '../shared/callout.module.css';

interface NotificationsPanelProps {
  settings: AlertSettings;
  onChange: (change: Partial<AlertSettings>) => void;
}

export function NotificationsPanel({ settings, onChange }: NotificationsPanelProps) {
  return (
    <OptionsPanel title={t('notification.panel.title')}>
      <Blocked />
      {/* In Firefox, the operating system decides about sounds. */}
      {import.meta.env.BROWSER !== 'firefox' && (
        <Check checked={settings.sound} onChange={(isOn) => onChange({ sound: isOn })}>
          {t('notification.panel.soundLabel')}
        </Check>
      )}
      <Check checked={settings.tellsMissed} onChange={(isOn) => onChange({ tellsMissed: isOn })}>
        {t('notification.panel.missedLabel')}
      </Check>
      <p className={controlStyles.hint}>{t('notification.panel.missedHint')}</p>
      <TestButton />
    </OptionsPanel>
  );
}

function Blocked() {
  const problem = useStored(notificationsBlocked);
  if (!problem) return null;
  return (
    <div className={calloutStyles.callout} data-tone="warn" role="alert">
      <p>
        <span aria-hidden="true">⚠ </span>
        {t('notification.problem')}
      </p>
      <p>{t(`notification.problemHelp.${problem}`)}</p>
    </div>
  );
}

function TestButton() {
  const [isSent, setSent] = useState(false);
  const send = (): void => {
    sendCommand('test-notification');
    setSent(true);
  };
  return (
    <div className={formStyles.actions}>
      <Button onClick={send}>{t('notification.panel.testButton')}</Button>
      <span
        role="status"
        aria-label={t('notification.panel.testButton')}
        className={formStyles.status}
      >
        {isSent && t('notification.panel.testSent')}
      </span>
    </div>
  );
}
