import { useState } from 'react';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { notificationsBlocked, type AlertSettings } from '@/lib/storage/alerts.ts';
import { NOTIFICATION_PROBLEM_WORDS } from '@/lib/text/notification-problem-words.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { Check } from '../shared/check.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from './form.module.css';
import calloutStyles from './callout.module.css';

interface NotificationsPanelProps {
  settings: AlertSettings;
  onChange: (change: Partial<AlertSettings>) => void;
}

/** Notification settings, and a button that sends a test notification. */
export function NotificationsPanel({ settings, onChange }: NotificationsPanelProps) {
  return (
    <Panel
      title="Notifications"
      hint="A fired alert shows on the badge and as a notification of your system."
    >
      <Blocked />
      {import.meta.env.BROWSER === 'firefox' ? (
        <p className={controlStyles.hint}>
          Whether a notification makes a sound is up to your system: Firefox leaves no choice.
        </p>
      ) : (
        <Sound settings={settings} onChange={onChange} />
      )}
      <Check checked={settings.tellsMissed} onChange={(isOn) => onChange({ tellsMissed: isOn })}>
        Tell me what I missed
      </Check>
      <p className={controlStyles.hint}>
        One summary of what happened while nobody looked: after sleep, a restart or a lost
        connection. Without it such events only stand in the history.
      </p>
      <TestButton />
    </Panel>
  );
}

function Sound({ settings, onChange }: NotificationsPanelProps) {
  return (
    <>
      <Check checked={settings.sound} onChange={(isOn) => onChange({ sound: isOn })}>
        With a sound
      </Check>
      <p className={controlStyles.hint}>
        The one that your system has for notifications. Without it they come in silence.
      </p>
    </>
  );
}

function Blocked() {
  const problem = useStored(notificationsBlocked);
  if (!problem) return null;
  return (
    <div className={calloutStyles.callout} data-tone="warn" role="alert">
      <p>
        <span aria-hidden="true">⚠ </span>Notifications do not reach you
      </p>
      <p>{NOTIFICATION_PROBLEM_WORDS[problem]}</p>
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
      <Button onClick={send}>Test notification</Button>
      <span role="status" aria-label="Test notification" className={formStyles.status}>
        {isSent &&
          'Sent. Nothing to see? Then your system holds it back: look into its notification settings for this browser, and for a “do not disturb”.'}
      </span>
    </div>
  );
}
