import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail } from './detail-page.tsx';

vi.mock('@/components/detail/draw-chart.ts', () => ({ drawChart: vi.fn() }));

async function open() {
  const page = await openDetail(BTC);
  const group = screen.getByRole('group', { name: t('detail.compare.title') });
  const ratio = () => group.querySelector<HTMLElement>('[data-part="ratio"]')!;
  return { ...page, group: within(group), ratio };
}

const PRICES = {
  [BTC]: storedPrice({ price: '6400000', expo: -2 }),
  [ETH]: storedPrice({ price: '30000', expo: -1 }),
};

it('shows the exact ratio and updates with both prices', async () => {
  await tick(PRICES);
  const { ratio } = await open();
  expect(ratio()).toHaveTextContent('21.333333');
  await tick({ [ETH]: { ...PRICES[ETH]!, price: '32000' } });
  await waitFor(() => expect(ratio()).toHaveAttribute('value', '20.000000'));
});

it('can be swapped', async () => {
  await tick(PRICES);
  const { user, group, ratio } = await open();
  await user.click(group.getByRole('button', { name: t('detail.compare.swapButton') }));
  expect(ratio()).toHaveAttribute('value', '0.046875000');
  expect(ratio()).toHaveAttribute('title', '1 ETH/USD in BTC/USD');
});

it('works with any other feed on the watchlist', async () => {
  await tick({ ...PRICES, [EUR]: storedPrice({ price: '80000', expo: -5 }) });
  const { user, group, ratio } = await open();
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'ETH/USD',
    'EUR/USD',
    'XAU/USD',
    'AAPL/USD',
  ]);
  await user.selectOptions(group.getByRole('combobox'), 'EUR/USD');
  expect(ratio()).toHaveAttribute('value', '80000.000');
  await user.selectOptions(group.getByRole('combobox'), 'XAU/USD');
  expect(ratio()).toHaveTextContent('No price yet');
});

it('shortens a ratio that is mostly zeros', async () => {
  await tick({ ...PRICES, [BTC]: storedPrice({ price: '12', expo: -8 }) });
  const { ratio } = await open();
  expect(ratio()).toHaveTextContent('0.0₁₀4000');
  expect(ratio()).toHaveAttribute('value', '0.000000000040000000');
});

it('shows no ratio to a price of zero', async () => {
  await tick({ ...PRICES, [ETH]: storedPrice({ price: '0' }) });
  const { ratio } = await open();
  expect(ratio()).toHaveTextContent('No ratio: the other price is 0');
});

it('is not offered if the watchlist has no other feed', async () => {
  await watchlist.setValue([BTC]);
  await tick(PRICES);
  await openDetail(BTC);
  await screen.findByRole('heading', { name: t('detail.latestUpdate') });
  expect(screen.queryByRole('group', { name: t('detail.compare.title') })).toBeNull();
});
