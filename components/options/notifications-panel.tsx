import { useState } from 'react';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { notificationsBlocked, type AlertSettings } from '@/lib/storage/alerts.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';

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
        <p className="field-hint">
          Whether a notification makes a sound is up to your system: Firefox leaves no choice.
        </p>
      ) : (
        <Sound settings={settings} onChange={onChange} />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={settings.tellsMissed}
          onChange={(event) => onChange({ tellsMissed: event.currentTarget.checked })}
        />
        Tell me what I missed
      </label>
      <p className="field-hint">
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
      <label className="check">
        <input
          type="checkbox"
          checked={settings.sound}
          onChange={(event) => onChange({ sound: event.currentTarget.checked })}
        />
        With a sound
      </label>
      <p className="field-hint">
        The one that your system has for notifications. Without it they come in silence.
      </p>
    </>
  );
}

function Blocked() {
  const reason = useStored(notificationsBlocked);
  if (!reason) return null;
  return (
    <div className="note" role="alert">
      <p>
        <span aria-hidden="true">⚠ </span>Notifications do not reach you
      </p>
      <p>{reason}</p>
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
    <div className="actions">
      <button type="button" onClick={send}>
        Test notification
      </button>
      <span role="status" aria-label="Test notification" className="save-status">
        {isSent &&
          'Sent. Nothing to see? Then your system holds it back: look into its notification settings for this browser, and for a “do not disturb”.'}
      </span>
    </div>
  );
}
