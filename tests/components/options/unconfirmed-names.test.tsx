import { screen, waitFor, within } from '@testing-library/react';
// Imported here, because the page loads it only when it is first shown.
import '@/components/options/catalog-section.tsx';
import { expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, ETH, EUR } from '../popup/popup-page.tsx';
import { openOptions, press } from './support.tsx';

const NAME = { name: t('naming.allTitle') };
const doge = { symbol: 'Crypto.DOGE/USD' };

it('all names that only the service gave are confirmed at once, next to their ids', async () => {
  await followedFeeds.setValue({ [BTC]: { symbol: 'Crypto.PEPE/USD' }, [ETH]: {}, [EUR]: doge });
  await feedNamings.setValue({
    [BTC]: { isConfirmed: false, claim: null },
    // The user decides about what the service calls a feed now in its details, one by one.
    [ETH]: { isConfirmed: false, claim: doge },
    [EUR]: { isConfirmed: false, claim: null },
  });
  const user = await openOptions('catalog');
  const list = await screen.findByRole('list', NAME);
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(list).toHaveTextContent(/PEPE\/USD.*e62df6c8…/);
  await press(user, t('naming.allButton'));
  await waitFor(() => expect(screen.queryByRole('list', NAME)).not.toBeInTheDocument());
  expect(await feedNamings.getValue()).toEqual({
    [BTC]: { isConfirmed: true, claim: null },
    [ETH]: { isConfirmed: false, claim: doge },
    [EUR]: { isConfirmed: true, claim: null },
  });
});
