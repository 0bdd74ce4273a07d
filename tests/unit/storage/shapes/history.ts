import type { HistoryWanted } from '@/lib/domain/history/wanted.ts';
import type { historyPause, historyStored } from '@/lib/storage/values/history.ts';
import { BTC, ETH, EUR } from '../../background/feeds.ts';

export const REFERENCES = {
  [BTC]: '1794913600 6390000000000 -8 va1b2',
  [ETH]: '1794913600 !closed',
  [EUR]: `1794913600 107654 -5 va1b2 /${'0f'.repeat(16)}`,
};

export const SPARKLINES = { [BTC]: `498587 2 ${'64312,-,'.repeat(84)}64500 a1b2` };

export const HISTORY_WANTED = { feedId: BTC, period: '7d' } satisfies HistoryWanted;

export const HISTORY_STORED = {
  liveAt: 1_795_000_000_000,
  askedAt: 1_795_000_100_000,
  thinnedAt: 1_795_000_200_000,
} satisfies typeof historyStored.fallback;

export const HISTORY_PAUSE = {
  until: 1_795_000_000_000,
  failures: 2,
  reason: { code: 'timeout' },
} satisfies typeof historyPause.fallback;
