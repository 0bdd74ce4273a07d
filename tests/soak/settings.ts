import { DEFAULT_TRUST_SETTINGS } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { shuffle } from './chance.ts';
import { BTC_USD, ETH_USD, EUR_USD, SOL_USD } from './feeds.ts';
import type { Edit } from './step.ts';

export const ALERT_ID = 'soak-crossing';
/** The alert's level, in dollars; the prices on either side of it have 8 decimals. */
const ALERT_LEVEL = '5000';
/** Its level is passed only while the browser is closed. */
export const SLEEP_ALERT_ID = 'soak-sleep';
const SLEEP_LEVEL = '200000';
export const BELOW_SLEEP_LEVEL = '10000000000000';
export const ABOVE_SLEEP_LEVEL = '30000000000000';

export const BELOW_LEVEL = '400000000000';
export const ABOVE_LEVEL = '600000000000';

const SIGNERS = 'Soak';

/** The user's settings as they should be in `storage.local`. */
export interface UserSettings {
  readonly current: Record<string, unknown>;
  /** Makes one change; returns the items to write. */
  edit: (what: Edit) => Record<string, unknown>;
  /** Other headers: a new token. */
  editHeaders: () => Record<string, unknown>;
  /** Adds a feed to the watchlist, or removes it. */
  toggleFeed: () => Record<string, unknown>;
  setMode: (mode: 'live' | 'balanced') => Record<string, unknown>;
  /** Trusts the service's signers, or only the built-in ones. */
  setTrust: (isTrusted: boolean) => Record<string, unknown>;
}

export function createUserSettings(
  baseUrl: string,
  random: () => number,
  historyUrl?: string,
): UserSettings {
  const current: Record<string, unknown> = {
    connection: { baseUrl, headers: [{ name: 'X-Desk', value: 'first' }] },
    ...(historyUrl && { historyServices: { first: { baseUrl: historyUrl, headers: [] } } }),
    watchlist: [BTC_USD, ETH_USD, EUR_USD],
    badgeFeed: ETH_USD,
    backgroundUpdates: 'balanced',
    appearance: { theme: 'dark', palette: 'red-up' },
    // Less than a step of the clock.
    staleLimitSeconds: 75,
    trust: trustInLocal(SIGNERS),
    alerts: alerts('first'),
  };
  const edits: Record<Edit, () => unknown> = {
    watchlist: () =>
      shuffle([BTC_USD, ETH_USD, EUR_USD, ...(random() < 0.5 ? [SOL_USD] : [])], random),
    headers: () => ({ baseUrl, headers: [{ name: 'X-Desk', value: word() }] }),
    mode: () => (random() < 0.5 ? 'balanced' : 'live'),
    alerts: () => alerts(word()),
  };

  function word(): string {
    return `desk-${Math.floor(random() * 1e6)}`;
  }

  function set(key: string, value: unknown): Record<string, unknown> {
    current[key] = value;
    return { [key]: value };
  }

  return {
    current,
    edit: (what) => set(KEYS[what], edits[what]()),
    editHeaders: () => set(KEYS.headers, edits.headers()),
    toggleFeed() {
      const ids = current[KEYS.watchlist] as string[];
      const others = ids.filter((id) => id !== SOL_USD);
      return set(KEYS.watchlist, others.length < ids.length ? others : [...ids, SOL_USD]);
    },
    setMode: (mode) => set(KEYS.mode, mode),
    setTrust: (isTrusted) =>
      set('trust', isTrusted ? trustInLocal(SIGNERS) : DEFAULT_TRUST_SETTINGS),
  };
}

const KEYS: Record<Edit, string> = {
  watchlist: 'watchlist',
  headers: 'connection',
  mode: 'backgroundUpdates',
  alerts: 'alerts',
};

function alerts(note: string) {
  return [
    alert({ id: ALERT_ID, feedId: ETH_USD, level: ALERT_LEVEL, note }),
    alert({ id: SLEEP_ALERT_ID, feedId: BTC_USD, level: SLEEP_LEVEL, note }),
  ];
}

interface AlertAt {
  id: string;
  feedId: string;
  level: string;
  note: string;
}

function alert({ level, ...others }: AlertAt) {
  return {
    ...others,
    trigger: { kind: 'crosses', direction: 'above', level },
    repeat: { mode: 'repeating', cooldownSeconds: 0 },
    rearmBandPercent: '0',
    confirmationSeconds: 0,
    certain: false,
    onlyWhileOpen: true,
    expiresAt: null,
    enabled: true,
    snoozedUntil: null,
    armedAt: 0,
  };
}
