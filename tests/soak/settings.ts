import { DEFAULT_TRUST_SETTINGS } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { withVersion } from '../../lib/storage/versioned.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { shuffle } from './chance.ts';
import { BTC_USD, ETH_USD, EUR_USD, SOL_USD } from './feeds.ts';
import type { Span, StoredFiring } from './observations.ts';

export const ALERT_ID = 'soak-crossing';
/** The prices on either side of the level of the alert on ETH/USD, with 8 decimals. */
export const LEVEL = { below: '400000000000', above: '600000000000' };
/** The level of the alert on BTC/USD is passed only while the browser is closed. */
const SLEEP_ALERT_ID = 'soak-sleep';
export const SLEEP_LEVEL = { below: '10000000000000', above: '30000000000000' };

const CANDLE_MS = 60_000;

// Version 1 of the item held one service.
const LIST_VERSION = 2;

export type Edit = 'watchlist' | 'headers' | 'mode' | 'alerts';
type Items = Record<string, unknown>;

/** The user's settings as they should be in `storage.local`. Each change returns what to write. */
export class UserSettings {
  readonly current: Items;
  readonly #random: () => number;
  readonly #secrets: string[][];
  #services: { headers: { name: string; value: string }[] }[];
  #reactivations = 0;
  #watchlist = [BTC_USD, ETH_USD, EUR_USD];

  /** @param urls of the services, in the user's order */
  constructor(urls: readonly string[], historyUrl: string, random: () => number) {
    this.#random = random;
    this.#secrets = urls.map((_, place) => [headerName(place)]);
    this.#services = urls.map((baseUrl, place) => ({
      id: serviceIdOf(place),
      name: `Service ${place + 1}`,
      baseUrl,
      headers: [this.#newHeader(place)],
      isPaused: false,
      mayMixUnverified: false,
    }));
    this.current = {
      historyServices: { [serviceIdOf(0)]: { baseUrl: historyUrl, headers: [] } },
      watchlist: this.#watchlist,
      badgeFeed: ETH_USD,
      backgroundUpdates: 'balanced',
      appearance: { theme: 'dark', palette: 'red-up' },
      // Less than a step of the clock.
      staleLimitSeconds: 75,
      alerts: alerts('first', 0),
    };
    this.setTrust(true);
    this.#setServices();
  }

  edit(what: Edit): Items {
    switch (what) {
      case 'watchlist':
        return this.#setWatchlist(shuffle(this.#watchlist, this.#random));
      case 'headers':
        return this.editHeaders(Math.floor(this.#random() * this.#services.length));
      case 'mode':
        return this.#set('backgroundUpdates', this.#random() < 0.5 ? 'balanced' : 'live');
      default:
        return this.#set('alerts', alerts(`note ${this.#number()}`, this.#reactivations));
    }
  }

  /** Restarts the alert on ETH/USD, so that it can trigger again within a minute. */
  reactivateAlert(): Items {
    this.#reactivations += 1;
    return this.edit('alerts');
  }

  /** Adds a feed to the watchlist, or removes it. */
  toggleFeed(): Items {
    const others = this.#watchlist.filter((id) => id !== SOL_USD);
    const isThere = others.length < this.#watchlist.length;
    return this.#setWatchlist(isThere ? others : [...others, SOL_USD]);
  }

  /** Another token for one service. */
  editHeaders(place: number): Items {
    this.#services = this.#services.map((service, at) =>
      at === place ? { ...service, headers: [this.#newHeader(place)] } : service,
    );
    return this.#setServices();
  }

  /** Trusts the services' signers, or only the built-in ones. */
  setTrust(isTrusted: boolean): Items {
    return this.#set('trust', isTrusted ? trustInLocal('Soak') : DEFAULT_TRUST_SETTINGS);
  }

  /** The names and values of all headers so far that were entered for one service. */
  secretsOf(place: number): string[] {
    return this.#secrets[place] ?? [];
  }

  #setWatchlist(ids: string[]): Items {
    this.#watchlist = ids;
    return this.#set('watchlist', ids);
  }

  #setServices(): Items {
    return this.#set('connection', withVersion(this.#services, LIST_VERSION));
  }

  #set(key: string, value: unknown): Items {
    this.current[key] = value;
    return { [key]: value };
  }

  #newHeader(place: number): { name: string; value: string } {
    const value = `key-${place + 1}-${this.#number()}`;
    this.#secrets[place]?.push(value);
    return { name: headerName(place), value };
  }

  #number(): number {
    return Math.floor(this.#random() * 1e9);
  }
}

export function serviceIdOf(place: number): string {
  return `service-${place + 1}`;
}

/** Whether it is about the crossing of a sleep. What only a candle shows has the time of its start. */
export function isIn({ from, to }: Span, { alertId, at = 0, missed }: StoredFiring): boolean {
  return alertId === SLEEP_ALERT_ID && at >= (missed ? from - CANDLE_MS : from) && at <= to;
}

function headerName(place: number): string {
  return `X-Desk-${place + 1}`;
}

function alerts(note: string, reactivations: number) {
  return [
    alertAt({ id: ALERT_ID, feedId: ETH_USD, level: '5000', note }, reactivations),
    alertAt({ id: SLEEP_ALERT_ID, feedId: BTC_USD, level: '200000', note }),
  ];
}

function alertAt(
  { level, ...others }: Record<'id' | 'feedId' | 'level' | 'note', string>,
  armedAt = 0,
) {
  return {
    ...others,
    trigger: { kind: 'crosses', direction: 'above', level },
    repeat: { mode: 'repeating', cooldownSeconds: 60 },
    rearmBandPercent: '0',
    confirmationSeconds: 0,
    certain: false,
    onlyWhileOpen: true,
    expiresAt: null,
    enabled: true,
    snoozedUntil: null,
    armedAt,
  };
}
