import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { inLaterFrame } from '@/components/shared/hooks/later-frame.ts';
import { setInView, watchViews } from '../views.ts';
import { BTC, ETH, openPopup, priceOf, row, storedPrice, tick } from './popup-page.tsx';

let animate: MockInstance<Element['animate']>;

beforeEach(() => {
  vi.restoreAllMocks();
  animate = vi.spyOn(Element.prototype, 'animate');
  watchViews();
});

/** How many times the feed's price was marked. */
function marks(symbol: string): number {
  const figure = priceOf(symbol)?.parentElement;
  return animate.mock.contexts.filter((element) => element === figure).length;
}

async function laterFrame(): Promise<void> {
  await new Promise<void>((done) => inLaterFrame(done));
}

it('marks a price that has moved by more than its confidence, at most once a second', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
  await openPopup();
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();

  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
  await waitFor(() => expect(marks('BTC/USD')).toBe(1));
  now.mockReturnValue(10_999);
  await tick({ [BTC]: storedPrice({ price: '6450000000000' }) });
  await laterFrame();
  expect(marks('BTC/USD')).toBe(1);
  now.mockReturnValue(11_000);
  await tick({ [BTC]: storedPrice({ price: '6500000000000' }) });
  await waitFor(() => expect(marks('BTC/USD')).toBe(2));
  expect(marks('ETH/USD')).toBe(0);
});

type Change = Parameters<typeof storedPrice>[0];

it.each<[string, Change, Change]>([
  // 500: 63,3 is bright, then 63,4.
  [
    'a bright digit within the confidence',
    { price: '6339000000000', conf: '50000000000' },
    { price: '6341000000000', conf: '50000000000' },
  ],
  ['the number of bright digits', { conf: '100000000000' }, { conf: '100000000001' }],
  [
    'a digit that the row does not show',
    { price: '6340000000000', conf: '1' },
    { price: '6340000100000', conf: '1' },
  ],
  ['a sample price', { isSample: true }, { price: '6500000000000', isSample: true }],
])('does not mark a change of %s', async (_, before, next) => {
  await tick({ [BTC]: storedPrice(before) });
  await openPopup();
  await tick({ [BTC]: storedPrice(next), [ETH]: storedPrice() });
  await waitFor(() => expect(priceOf('ETH/USD')).not.toBeNull());
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();
});

it('marks a price whose small moves add up to more than its confidence', async () => {
  const priceAt = (dollars: number) =>
    storedPrice({ price: String(dollars * 10 ** 8), conf: '50000000000' });
  await tick({ [BTC]: priceAt(63_000) });
  await openPopup();
  for (const dollars of [63_300, 63_500, 63_501]) {
    expect(animate).not.toHaveBeenCalled();
    await tick({ [BTC]: priceAt(dollars) });
    await waitFor(() => expect(priceOf('BTC/USD')).toHaveAttribute('value', `${dollars}.00000000`));
    await laterFrame();
  }
  expect(marks('BTC/USD')).toBe(1);
});

it('does not mark the price of a closed market', async () => {
  const schedule = 'America/New_York;C,C,C,C,C,C,C;';
  await followedFeeds.setValue({ [BTC]: { symbol: 'Crypto.BTC/USD', schedule } });
  await tick({ [BTC]: storedPrice({}, 86_400) });
  await openPopup();
  await tick({ [BTC]: storedPrice({ price: '6500000000000' }, 86_390) });
  await waitFor(() => expect(priceOf('BTC/USD')).toHaveAttribute('value', '65000.00000000'));
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();
});

it('animates nothing but the opacity', async () => {
  await tick({ [BTC]: storedPrice() });
  await openPopup();
  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
  await waitFor(() => expect(marks('BTC/USD')).toBe(1));
  expect(Object.keys(animate.mock.calls[0]?.[0] ?? {})).toEqual(['opacity']);
});

it('does not mark the first price of a feed', async () => {
  await openPopup();
  await tick({ [BTC]: storedPrice() });
  await waitFor(() => expect(priceOf('BTC/USD')).not.toBeNull());
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();
});

it('does not mark a price that is out of view, but shows it', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
  await openPopup();
  setInView(row('ETH/USD'), false);
  const price = '6400000000000';
  await tick({ [BTC]: storedPrice({ price }), [ETH]: storedPrice({ price }) });
  await waitFor(() => expect(priceOf('ETH/USD')).toHaveAttribute('value', '64000.00000000'));
  await waitFor(() => expect(marks('BTC/USD')).toBe(1));
  await laterFrame();
  expect(marks('ETH/USD')).toBe(0);

  setInView(row('ETH/USD'), true);
  await tick({ [ETH]: storedPrice({ price: '1' }) });
  await waitFor(() => expect(marks('ETH/USD')).toBe(1));
});

it('marks nothing if the user prefers reduced motion', async () => {
  const { matchMedia } = globalThis;
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: true } as MediaQueryList) : matchMedia(query),
  );
  await tick({ [BTC]: storedPrice() });
  await openPopup();
  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
  await waitFor(() => expect(priceOf('BTC/USD')).toHaveAttribute('value', '64000.00000000'));
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();
});
