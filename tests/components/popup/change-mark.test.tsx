import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
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

it('marks a price on every change, and only then', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
  await openPopup();
  await laterFrame();
  expect(animate).not.toHaveBeenCalled();

  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
  await waitFor(() => expect(marks('BTC/USD')).toBe(1));
  await tick({ [BTC]: storedPrice({ price: '6500000000000' }) });
  await waitFor(() => expect(marks('BTC/USD')).toBe(2));

  await tick({ [BTC]: storedPrice({ price: '6500000000000', conf: '1' }) });
  await waitFor(() => expect(row('BTC/USD')).not.toHaveTextContent('12.50'));
  await laterFrame();
  expect(marks('BTC/USD')).toBe(2);
  expect(marks('ETH/USD')).toBe(0);
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
