import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { watchQuestions } from '@/lib/pages/inquiries.ts';
import { alertSettings, notificationsBlocked } from '@/lib/storage/values/alerts.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

beforeEach(() => fakePermissions());

afterEach(() => vi.unstubAllEnvs());

const toggle = (name: string) => screen.getByRole('switch', { name });
const settings = () => alertSettings.getValue();

async function openAlerts() {
  const user = await openOptions('alerts');
  await screen.findByRole('switch', { name: t('alerts.section.areOn') });
  return user;
}

describe('the alerts section', () => {
  it('switches all alerts, sound and the summary on and off', async () => {
    const user = await openAlerts();
    await user.click(toggle(t('alerts.section.areOn')));
    await user.click(toggle(t('notification.panel.soundLabel')));
    await user.click(toggle(t('notification.panel.missedLabel')));
    await waitFor(async () =>
      expect(await settings()).toMatchObject({ areOn: false, sound: true, tellsMissed: true }),
    );
  });

  it('leaves the sound to the system in Firefox', async () => {
    vi.stubEnv('BROWSER', 'firefox');
    await openAlerts();
    expect(screen.queryByRole('switch', { name: t('notification.panel.soundLabel') })).toBeNull();
  });

  it('requests a test notification and explains what to do if none appears', async () => {
    const user = await openAlerts();
    const asked: unknown[] = [];
    watchQuestions((_id, question) => asked.push(question));
    await user.click(screen.getByRole('button', { name: t('notification.panel.testButton') }));
    await waitFor(() =>
      expect(
        screen.getByRole('status', { name: t('notification.panel.testButton') }),
      ).toHaveTextContent(/^Sent/),
    );
    await waitFor(() => expect(asked).toEqual([{ kind: 'test-notification' }]));
  });

  it('warns that notifications are blocked and explains how to allow them', async () => {
    await openAlerts();
    expect(screen.queryByRole('alert')).toBeNull();
    await notificationsBlocked.setValue('blocked');
    const warning = await screen.findByRole('alert');
    expect(warning).toHaveTextContent(t('notification.problem'));
    expect(warning).toHaveTextContent(
      'Allow notifications for this browser in your system’s settings',
    );
  });
});

describe('quiet hours', () => {
  async function openQuietHours() {
    const user = await openAlerts();
    await user.click(toggle(t('quietHours.title')));
    await screen.findByLabelText(t('quietHours.fromLabel'));
    return user;
  }

  function setTime(name: string, time: string): void {
    fireEvent.change(screen.getByLabelText(name), { target: { value: time } });
  }

  it('apply from one time until another, on chosen days', async () => {
    const user = await openQuietHours();
    setTime(t('quietHours.fromLabel'), '12:30');
    setTime(t('quietHours.toLabel'), '13:30');
    const days = within(screen.getByRole('group', { name: t('quietHours.daysLabel') }));
    await user.click(days.getByRole('checkbox', { name: 'Sat' }));
    await waitFor(() => expect(days.getByRole('checkbox', { name: 'Sat' })).not.toBeChecked());
    await user.click(days.getByRole('checkbox', { name: 'Sun' }));
    await waitFor(async () =>
      expect((await settings()).quietHours).toEqual({
        enabled: true,
        from: '12:30',
        to: '13:30',
        days: [1, 2, 3, 4, 5],
      }),
    );
    await user.click(days.getByRole('checkbox', { name: 'Sun' }));
    await waitFor(async () =>
      expect((await settings()).quietHours.days).toEqual([1, 2, 3, 4, 5, 7]),
    );
  });

  it('update after an import, so that the next edit does not restore the old ones', async () => {
    await openQuietHours();
    const imported = { enabled: true, from: '20:00', to: '06:00', days: [1] };
    await alertSettings.update((before) => ({ ...before, quietHours: imported }));
    await waitFor(() =>
      expect(screen.getByLabelText(t('quietHours.fromLabel'))).toHaveValue('20:00'),
    );
    expect(screen.getByLabelText(t('quietHours.toLabel'))).toHaveValue('06:00');
    setTime(t('quietHours.toLabel'), '05:30');
    await waitFor(async () =>
      expect((await settings()).quietHours).toEqual({ ...imported, to: '05:30' }),
    );
  });

  it('are not stored while a time is missing or both are equal', async () => {
    await openQuietHours();
    setTime(t('quietHours.fromLabel'), '07:00');
    expect(screen.getByLabelText(t('quietHours.fromLabel'))).toHaveAccessibleDescription(
      t('quietHours.problem'),
    );
    setTime(t('quietHours.fromLabel'), '');
    expect(screen.getByLabelText(t('quietHours.fromLabel'))).toHaveAccessibleDescription(
      t('quietHours.problem'),
    );
    expect((await settings()).quietHours).toMatchObject({ from: '22:00', to: '07:00' });
    setTime(t('quietHours.fromLabel'), '23:15');
    await waitFor(async () => expect((await settings()).quietHours.from).toBe('23:15'));
  });
});
