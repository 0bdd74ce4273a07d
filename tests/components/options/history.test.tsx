import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { HistorySettings } from '@/components/options/history-settings.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { PUBLIC_HISTORY_URL, PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { setService } from '../../unit/domain/connection/services.ts';
import { boxes, enter, press } from './support.tsx';

const TOKEN = { name: 'Authorization', value: 'Bearer sesame' };

beforeEach(() => {
  fakePermissions();
});

it('the public history service gets the access token of the public price service', async () => {
  await setService({
    baseUrl: PUBLIC_SERVICES.public,
    headers: [TOKEN, { name: 'X-Key', value: 'no' }],
  });
  const user = await openSection();
  await user.click(screen.getByRole('radio', { name: t('welcome.service.public') }));
  await waitForHistory({ baseUrl: PUBLIC_HISTORY_URL, headers: [TOKEN] });
  await user.click(screen.getByRole('radio', { name: t('history.none') }));
  await waitForHistory(null);
});

it('another history service has a base URL, a token and headers of its own', async () => {
  await setService({ baseUrl: 'https://prices.example', headers: [TOKEN] });
  const user = await openSection();
  expect(screen.queryByRole('radio', { name: t('welcome.service.public') })).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('welcome.service.own') }));
  await enter(user, boxes(t('history.baseUrl'))[0]!, 'https://candles.example/udf');
  await user.click(screen.getByText(t('headers.title')));
  await press(user, t('headers.addButton'));
  await enter(user, boxes(t('headers.name'))[0]!, 'X-Candles');
  await enter(user, boxes(t('headers.value'))[0]!, 'open');
  await press(user, t('common.saveButton'));
  await waitForHistory({
    baseUrl: 'https://candles.example/udf',
    headers: [{ name: 'X-Candles', value: 'open' }],
  });
});

async function openSection(): Promise<UserEvent> {
  await historyServices.setValue({});
  render(<HistorySettings />);
  await screen.findByText(t('history.hint'));
  return userEvent.setup();
}

async function waitForHistory(expected: unknown): Promise<void> {
  const [service] = await priceServices.getValue();
  await waitFor(async () =>
    expect((await historyServices.getValue())[service!.id]).toEqual(expected),
  );
}
