import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ForwardingSettings } from '@/components/options/forwarding-settings.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { outbox, receiver } from '@/lib/storage/values/forwarding.ts';
import { enter, press } from './support.tsx';

const ADDRESS = 'https://ntfy.example/s3cret-topic';
const request = vi.fn<() => Promise<boolean>>();

beforeEach(async () => {
  request.mockReset().mockResolvedValue(true);
  Object.assign(fakeBrowser.permissions, { request });
  await receiver.setValue(receiver.fallback);
});

const address = () => screen.getByRole('textbox', { name: t('forwarding.address') });

async function open(): Promise<UserEvent> {
  render(<ForwardingSettings />);
  await screen.findByText(t('forwarding.hint'));
  return userEvent.setup();
}

it('asks for access to the one origin and is on from then, without showing the address', async () => {
  const user = await open();
  await enter(user, address(), ` ${ADDRESS} `);
  await press(user, t('forwarding.onButton'));
  await screen.findByText('ntfy.example');
  expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ['https://ntfy.example/*'] });
  expect(await receiver.getValue()).toMatchObject({ isOn: true, kind: 'ntfy', address: ADDRESS });
  expect(document.body.textContent).not.toContain('s3cret');
});

it('stays off without access, and says so', async () => {
  request.mockResolvedValue(false);
  const user = await open();
  await enter(user, address(), ADDRESS);
  await press(user, t('forwarding.onButton'));
  await screen.findByText(t('connection.access.denied'));
  expect((await receiver.getValue()).isOn).toBe(false);
});

it.each([
  ['', 'invalid'],
  ['ntfy.example/topic', 'invalid'],
  ['https://ann:pw@ntfy.example/topic', 'credentials'],
] as const)('%j is refused with the reason at the field', async (typed, problem) => {
  const user = await open();
  if (typed !== '') await enter(user, address(), typed);
  await press(user, t('forwarding.onButton'));
  expect(address()).toHaveAccessibleDescription(
    expect.stringContaining(t(`forwarding.problem.${problem}`)),
  );
  expect(request).not.toHaveBeenCalled();
});

it('plain http to another computer has to be confirmed', async () => {
  const user = await open();
  await enter(user, address(), 'http://ntfy.example/topic');
  await press(user, t('forwarding.onButton'));
  expect(address()).toHaveAccessibleDescription(
    expect.stringContaining(t('connection.http.unconfirmed')),
  );
  await user.click(screen.getByRole('checkbox'));
  await press(user, t('forwarding.onButton'));
  await screen.findByText('ntfy.example');
});

it('Telegram needs a chat', async () => {
  const user = await open();
  await user.selectOptions(screen.getByRole('combobox'), 'Telegram');
  await enter(user, address(), 'https://api.telegram.example/bot1:x/sendMessage');
  await press(user, t('forwarding.onButton'));
  expect(address()).toHaveAccessibleDescription(
    expect.stringContaining(t('forwarding.problem.chat')),
  );
  await enter(user, screen.getByRole('textbox', { name: t('forwarding.chat') }), '-100');
  await press(user, t('forwarding.onButton'));
  await waitFor(async () => expect(await receiver.getValue()).toMatchObject({ chat: '-100' }));
});

it('turning it off drops what waits', async () => {
  await receiver.setValue({ ...receiver.fallback, isOn: true, address: ADDRESS });
  const entry = { id: 'a', title: '', text: '', addedAt: 1, attempts: 1, nextAt: 2, problem: null };
  await outbox.setValue([entry]);
  const user = await open();
  await press(user, t('forwarding.offButton'));
  await screen.findByRole('button', { name: t('forwarding.onButton') });
  expect(await outbox.getValue()).toEqual([]);
  expect(address()).toHaveValue(ADDRESS);
});
