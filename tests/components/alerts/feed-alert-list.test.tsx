import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { FeedAlertList } from '@/components/alerts/feed-alert-list.tsx';
import { preparePopup } from '@/components/popup/prepare.ts';
import { PriceStoreContext } from '@/components/shared/hooks/use-latest-price.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { BTC, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import { ARMED, makeAlert, storeState } from './alerts-page.tsx';

beforeEach(() => tick({ [BTC]: storedPrice({ price: '6400000000000' }) }));

async function show(): Promise<UserEvent> {
  const prices = await preparePopup();
  render(
    <PriceStoreContext value={prices}>
      <FeedAlertList id={BTC} />
    </PriceStoreContext>,
  );
  await screen.findByRole('region', { name: t('alerts.title') });
  return userEvent.setup();
}

it('shows each alert’s distance, with links to its form and to a new alert', async () => {
  const rule = makeAlert('a');
  await alertRules.setValue([rule, makeAlert('b', { feedId: ETH })]);
  await storeState(rule, ARMED);
  await show();
  const link = await screen.findByRole('link', { name: /^Rises above 65,000/ });
  await waitFor(() => expect(link).toHaveTextContent(/^Rises above 65,0001\.56% to go$/));
  expect(link).toHaveAttribute('href', '#alerts/edit/a');
  expect(screen.getByRole('link', { name: t('alerts.addButton') })).toHaveAttribute(
    'href',
    `#alerts/new/${BTC}`,
  );
});

it('shows three alerts and a link to the others', async () => {
  await alertRules.setValue(Array.from({ length: 7 }, (_, n) => makeAlert(`n${n}`)));
  await show();
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'All 7 alerts' })).toHaveAttribute(
    'href',
    `#alerts/of/${BTC}`,
  );
});

it('states that there are none', async () => {
  await show();
  expect(screen.getByText('No alerts yet')).toBeInTheDocument();
});
