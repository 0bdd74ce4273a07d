import type { SyncStatus } from '@/lib/storage/values/sync.ts';
import type { TrustSettings } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import type {
  Appearance,
  BackgroundUpdates,
  ServiceSettings,
  Signatures,
} from '@/lib/domain/settings.ts';

export const SERVICES_1 = {
  baseUrl: 'https://prices.example/hermes',
  headers: [{ name: 'Authorization', value: 'Bearer example' }],
};

export const SERVICES_2 = [
  { id: 'first', name: '', ...SERVICES_1, isPaused: false, mayMixUnverified: false },
] satisfies ServiceSettings[];

export const BACKGROUND_UPDATES = 'saver' satisfies BackgroundUpdates;

export const APPEARANCE = { theme: 'dark', palette: 'red-up' } satisfies Appearance;

export const STALE_LIMIT_SECONDS = 120;

export const SIGNATURES = 'require' satisfies Signatures;

export const BADGE_VIEW_1 = { shows: 'change', rotates: true, groupId: 'g1', seconds: 30 };

export const BADGE_VIEW_2 = { look: 'change', subject: 'turn', turns: null } satisfies BadgeView;

export const TRUST = {
  beta: true,
  upgrades: ['AQAAAAMNAA=='],
  custom: [
    {
      name: 'Example signers',
      emitterChain: 26,
      emitterAddress: 'e1'.repeat(32),
      keys: ['a1'.repeat(20), 'a2'.repeat(20), 'a3'.repeat(20)],
      quorum: 2,
      setIndex: 1,
    },
  ],
  setsInUse: { 'example:1': 1_795_000_000_000 },
} satisfies TrustSettings;

export const HISTORY_SERVICES = {
  first: {
    baseUrl: 'https://history.example/v1/real_time',
    headers: [{ name: 'Authorization', value: 'Bearer history-token' }],
  },
  second: null,
};

export const SYNC_MEMORY = {
  device: '0a1b2c',
  entries: {
    'o.p': ['0mi8abcde0a1b2c', 'e62df6c8 ff61491a', true],
    's.displayCurrency': ['0mi8abcdf0a1b2c', null],
    'g.gone': ['0mi8abcdg0a1b2c'],
  },
};

export const SYNC_STATUS = {
  problem: 'refused',
  at: 1_795_000_000_000,
  retryAt: 1_795_000_060_000,
  refusals: 1,
} satisfies SyncStatus;
