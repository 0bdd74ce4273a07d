import { expect, it } from 'vitest';
import type { Serving } from '@/lib/background/connection/serving.ts';
import { pollOthers } from '@/lib/background/connection/supplement.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { suppliedFeeds } from '@/lib/storage/values/supplied-feeds.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { ETH } from '../feeds.ts';

it.each([
  ['stays', false],
  ['is left meanwhile', true],
])('what others supply counts only for the service in use: it %s', async (_, isLeft) => {
  await watchlist.setValue([ETH]);
  await missingFeeds.setValue({ [ETH]: 'unknown' });
  const serving = {
    service: {} as unknown,
    failover: {
      others: async () => {
        if (isLeft) serving.service = {};
        return [];
      },
    },
  };
  await pollOthers(serving as unknown as Serving, { add: async () => {} });
  expect((await suppliedFeeds.getValue()).triedAt > 0).toBe(!isLeft);
});
