import type { ClockSkew } from '@/lib/domain/prices/clock-skew.ts';
import type { ConnectionState, OriginBudgets } from '@/lib/domain/connection/state.ts';
import type { ActiveService, ServiceHealth } from '@/lib/domain/connection/service-health.ts';
import type { Memory } from '@/lib/domain/connection/memory.ts';
import { BTC, ETH } from '../../background/feeds.ts';

export const CONNECTION_STATE = {
  state: 'stopped',
  reason: { code: 'token-needed' },
  remedy: 'access-token',
  nextAttemptAt: 1_795_000_000_000,
} satisfies ConnectionState;

export const REQUEST_BUDGETS_1 = {
  sentAt: [1_795_000_000_000, 1_795_000_000_500],
  pausedUntil: 1_795_000_060_000,
};

/** One service was in use. */
export const REQUEST_BUDGETS_2 = { '': REQUEST_BUDGETS_1 } satisfies OriginBudgets;

export const LEAN_STREAM = { state: 'proven', at: 1_795_000_000_000 };

export const STORED_SERVICE = 'c3d4';

export const CONNECTION_MEMORY = {
  feeds: {
    verdicts: {
      first: {
        refused: { [ETH]: { reason: 'not-covered', at: 1_795_000_000_000 } },
        apart: [[BTC]],
      },
    },
    suppliers: { [ETH]: 'second' },
    suppliedAt: 1_795_000_000_000,
  },
  polledAt: 1_795_000_000_000,
  answeredAt: 1_795_000_000_000,
  isPollWanted: true,
  pollFailures: 2,
  emptyRounds: 1,
  streamFailures: 3,
  streamAt: 1_795_000_000_000,
  pausedUntil: 1_795_000_060_000,
  trouble: { reason: { code: 'timeout' }, remedy: null, isOfStream: true },
} satisfies Memory;

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
  skewMs: -95_000,
  uncorrectedMs: 90_000_000,
  latePrices: [{ publishTime: 1_795_000_000, receivedAtMs: 1_795_000_005_000 }],
} satisfies ClockSkew;
