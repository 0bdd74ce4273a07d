import type { ClockSkew } from '@/lib/domain/prices/clock-skew.ts';
import type { ConnectionState, Polling, RequestBudgets } from '@/lib/domain/connection/state.ts';
import type { ActiveService, ServiceHealth } from '@/lib/domain/connection/service-health.ts';
import type { SuppliedFeeds } from '@/lib/storage/values/supplied-feeds.ts';
import type { SuspectedFeeds } from '@/lib/storage/values/suspected-feeds.ts';
import { BTC, ETH } from '../../background/feeds.ts';

export const CONNECTION_STATE = {
  state: 'stopped',
  reason: { code: 'token-needed' },
  remedy: 'access-token',
  nextAttemptAt: 1_795_000_000_000,
} satisfies ConnectionState;

export const POLLING = {
  triedAt: 1_795_000_000_000,
  failures: 2,
  missingCheckedAt: 1_795_000_100_000,
} satisfies Polling;

export const REQUEST_BUDGETS_1 = {
  sentAt: [1_795_000_000_000, 1_795_000_000_500],
  pausedUntil: 1_795_000_060_000,
};

/** One service was in use. */
export const REQUEST_BUDGETS_2 = { '': REQUEST_BUDGETS_1 } satisfies RequestBudgets;

export const LEAN_STREAM = { state: 'proven', at: 1_795_000_000_000 };

export const STORED_SERVICE = 'c3d4';

export const SUSPECTED_FEEDS = {
  ids: [BTC, ETH],
  refused: 1,
  batchSize: 2,
  emptyRounds: 3,
} satisfies SuspectedFeeds;

export const SUPPLIED_FEEDS = {
  reasons: { [ETH]: 'not-covered' },
  suppliers: { [ETH]: 'second' },
  triedAt: 1_795_000_000_000,
  refused: { third: [ETH] },
  refusedSince: 1_795_000_000_000,
} satisfies SuppliedFeeds;

export const ACTIVE_SERVICE = {
  id: 'second',
  since: 1_795_000_000_000,
  reason: { preferredId: 'first', problem: { code: 'http-status', status: 503 } },
} satisfies ActiveService;

export const SERVICE_HEALTH = {
  first: {
    failures: 2,
    away: { code: 'unreachable' },
    healthySince: 0,
    successes: 0,
    probeAt: 1_795_000_025_000,
    triedAt: 1_795_000_000_000,
  },
} satisfies Record<string, ServiceHealth>;

export const CLOCK_SKEW = {
  skewMs: 95_000,
  uncorrectedMs: 90_000_000,
  madeAtMs: 1_795_000_000_000,
  isConfirmed: true,
  answeredMs: 95_000,
  dismissedMs: 65_000,
  hasSigned: true,
  latePrices: [{ publishTime: 1_795_000_000, receivedAtMs: 1_795_000_005_000 }],
} satisfies ClockSkew;
