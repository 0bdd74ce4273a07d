import type { catalogStatus, sessionCatalog } from '@/lib/storage/values/catalog.ts';
import type { Namings } from '@/lib/domain/watchlist/naming.ts';
import type { Holdings } from '@/lib/domain/holdings/holding.ts';
import type { Group, ListView } from '@/lib/domain/watchlist/view.ts';
import { BTC, ETH } from '../../background/feeds.ts';

export const WATCHLIST = [ETH, BTC];

export const BADGE_FEED = ETH;

export const GROUPS = [
  { id: 'g1', name: 'Majors', feedIds: [BTC, ETH] },
  { id: 'g2', name: 'Empty', feedIds: [] },
] satisfies Group[];

export const ROW_NAMES = { [BTC]: 'Digital gold' };

export const LIST_VIEW_1 = {
  groupId: 'g1',
  sort: 'gain',
  density: 'compact',
  changePeriod: '7d',
  showsConfidence: true,
  changeAs: 'amount',
};

export const LIST_VIEW = {
  groupId: 'g1',
  sort: 'value',
  density: 'compact',
  changePeriod: '7d',
  showsConfidence: true,
  changeAs: 'amount',
} satisfies ListView;

const ATTRIBUTES = { asset_type: 'Crypto', display_symbol: 'BTC/USD', symbol: 'Crypto.BTC/USD' };

export const CATALOG = {
  fetchedAt: 1_795_000_000_000,
  feeds: [{ id: BTC, attributes: ATTRIBUTES }],
} satisfies typeof sessionCatalog.fallback;

const CATALOG_TIMES = { fetchedAt: 1_795_000_000_000, triedAt: 1_795_000_100_000 };

/** Version 1 stored the error as text. */
export const CATALOG_STATUS_1 = {
  ...CATALOG_TIMES,
  error: 'The price service did not answer in time.',
};

export const CATALOG_STATUS_2 = {
  ...CATALOG_TIMES,
  error: null,
} satisfies typeof catalogStatus.fallback;

export const FOLLOWED_FEEDS = { [BTC]: ATTRIBUTES };

export const FEED_NAMINGS = {
  [BTC]: { isConfirmed: true, claim: { ...ATTRIBUTES, symbol: 'Crypto.DOGE/USD' } },
  [ETH]: { isConfirmed: false, claim: null },
} satisfies Namings;

export const HOLDINGS = {
  [BTC]: { quantity: '0.5', cost: { perUnit: '61000.25', currency: 'EUR' } },
  [ETH]: { quantity: '-3', cost: null },
} satisfies Holdings;
