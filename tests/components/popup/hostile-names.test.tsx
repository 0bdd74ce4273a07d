// oxlint-disable no-template-curly-in-string -- this test is about names that look like templates
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, openPopup, symbols } from './popup-page.tsx';

it.each([
  ['markup', '<img src=x onerror=alert(1)>', '<script>alert(1)</script>'],
  ['entities', '&lt;b&gt;', '&#x202E;'],
  ['parts of objects', '__proto__', 'constructor'],
  ['template marks', '${alert(1)}', '{{constructor}}'],
])('shows names as plain text: %s', async (_, symbol, description) => {
  await watchlist.setValue([BTC, ETH]);
  await followedFeeds.setValue({
    [BTC]: { display_symbol: symbol, description },
    [ETH]: { display_symbol: 'ETH/USD' },
  });
  const { container } = await openPopup();
  expect(symbols()).toEqual([symbol, 'ETH/USD']);
  expect(screen.getAllByText(symbol).length).toBeGreaterThan(0);
  expect(container.querySelector('img[onerror], script')).toBeNull();
});
