import { useId, useState } from 'react';
import type { QuietHours } from '@/lib/domain/alerts/model/quiet-hours.ts';
import { weekdayName } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import {
  alertSettings,
  notificationsBlocked,
  type AlertSettings,
} from '@/lib/storage/values/alerts.ts';
import { Button } from '../shared/button.tsx';
import calloutStyles from '../shared/callout.module.css';
import { Check, Switch, SwitchField } from '../shared/check.tsx';
import controlStyles from '../shared/control.module.css';
import { OptionRow } from '../shared/field.tsx';
import formStyles from '../shared/form.module.css';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ForwardingSettings } from './forwarding-settings.tsx';
import styles from './options.module.css';

export function AlertsSection() {
  const settings = useStored(alertSettings);
  if (!settings) return null;
  return (
    <>
      <SwitchField
        label={t('alerts.section.areOn')}
        checked={settings.areOn}
        onChange={(areOn) => change({ areOn })}
      />
      <NotificationTest />
      {/* In Firefox, the operating system decides about sounds. */}
      {import.meta.env.BROWSER !== 'firefox' && (
        <SwitchField
          label={t('notification.panel.soundLabel')}
          checked={settings.sound}
          onChange={(sound) => change({ sound })}
        />
      )}
      <SwitchField
        label={t('notification.panel.missedLabel')}
        hint={t('notification.panel.missedHint')}
        checked={settings.tellsMissed}
        onChange={(tellsMissed) => change({ tellsMissed })}
      />
      <QuietHoursFields hours={settings.quietHours} />
      <ForwardingSettings />
    </>
  );
}

function change(part: Partial<AlertSettings>): void {
  void alertSettings.update((settings) => ({ ...settings, ...part }));
}

function NotificationTest() {
  const blocked = useStored(notificationsBlocked);
  const [isSent, setSent] = useState(false);
  const send = (): void => {
    sendCommand('test-notification');
    setSent(true);
  };
  return (
    <OptionRow
      label={t('notification.panel.title')}
      hint={t('notification.panel.hint')}
      below={
        <>
          {blocked && (
            <div className={calloutStyles.callout} data-tone="warn" role="alert">
              <p>
                <span aria-hidden="true">⚠ </span>
                {t('notification.problem')}
              </p>
              <p>{t('notification.problemHelp')}</p>
            </div>
          )}
          <p
            role="status"
            aria-label={t('notification.panel.testButton')}
            className={formStyles.status}
          >
            {isSent && t('notification.panel.testSent')}
          </p>
        </>
      }
    >
      <Button onClick={send}>{t('notification.panel.testButton')}</Button>
    </OptionRow>
  );
}

interface QuietHoursProps {
  hours: QuietHours;
}

type Times = Pick<QuietHours, 'from' | 'to'>;

/** Times when notifications are held back, then sent as one summary. */
function QuietHoursFields({ hours }: QuietHoursProps) {
  const id = useId();
  // The text as typed: incomplete input is not stored.
  const [typed, setTyped] = useState<Times>(hours);
  const [seen, setSeen] = useState(hours);
  // An import or another window has changed the times.
  if (seen !== hours) {
    setSeen(hours);
    if (seen.from !== hours.from || seen.to !== hours.to) setTyped(hours);
  }
  const edit = (part: Partial<Times>): void => {
    const next = { from: typed.from, to: typed.to, ...part };
    setTyped(next);
    if (problemOf(next) === null) changeHours({ ...hours, ...next });
  };
  const problem = problemOf(typed);
  return (
    <>
      <OptionRow
        label={t('quietHours.title')}
        controlId={id}
        hint={t('quietHours.hint')}
        problem={hours.enabled ? problem : null}
      >
        {hours.enabled &&
          (['from', 'to'] as const).map((end) => (
            <input
              key={end}
              className={controlStyles.control}
              type="time"
              aria-label={t(`quietHours.${end}Label`)}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              value={typed[end]}
              onChange={({ currentTarget: { value } }) => edit({ [end]: value })}
            />
          ))}
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={hours.enabled}
          onChange={(enabled) => changeHours({ ...hours, enabled })}
        />
      </OptionRow>
      {hours.enabled && <DaysRow hours={hours} />}
    </>
  );
}

function changeHours(quietHours: QuietHours): void {
  change({ quietHours });
}

function problemOf({ from, to }: Times): string | null {
  return from === '' || to === '' || from === to ? t('quietHours.problem') : null;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function DaysRow({ hours }: QuietHoursProps) {
  const toggle = (day: number, isQuiet: boolean): void => {
    const others = hours.days.filter((other) => other !== day);
    const days = isQuiet ? [...others, day].toSorted((a, b) => a - b) : others;
    changeHours({ ...hours, days });
  };
  return (
    <OptionRow
      label={t('quietHours.daysLabel')}
      hint={hours.days.length === 0 ? t('quietHours.noDays') : undefined}
      below={
        <div role="group" aria-label={t('quietHours.daysLabel')} className={styles.days}>
          {DAYS.map((day) => (
            <Check
              key={day}
              checked={hours.days.includes(day)}
              onChange={(isOn) => toggle(day, isOn)}
            >
              {weekdayName(day)}
            </Check>
          ))}
        </div>
      }
    />
  );
}
