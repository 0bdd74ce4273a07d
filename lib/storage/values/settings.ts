import { DEFAULT_SERVICE } from '../../domain/connection/default-service.ts';
import { DEFAULT_TRUST_SETTINGS } from '../../domain/signed-updates/trust/default-trust.ts';
import type { TrustSettings } from '../../domain/signed-updates/trust/trust-settings.ts';
import { isMap } from '../../base/is-map.ts';
import {
  hasShape,
  isFrom,
  isInteger,
  isListOf,
  isMapOf,
  isNumber,
  isOneOf,
  isText,
  isTrueOrFalse,
} from '../guards.ts';
import type {
  Appearance,
  BackgroundUpdates,
  ServiceSettings,
  Signatures,
} from '../../domain/settings.ts';
import { defineStoredItem } from '../stored-item.ts';

// The user's settings. Defaults are never stored, so a new version may change them.

/**
 * The price services, at least one. The first that works is used. If a part of a service is damaged,
 * the whole service is left out: one service's headers must never be sent to another.
 */
export const priceServices = defineStoredItem<ServiceSettings[]>('local:connection', {
  schema: (schemas) => schemas.services,
  fallback: [DEFAULT_SERVICE],
  isWhole: true,
  migrations: [asList],
});

/** Version 1 stored one service. */
function asList(old: unknown): unknown {
  return isMap(old)
    ? [{ ...DEFAULT_SERVICE, baseUrl: old['baseUrl'], headers: old['headers'] }]
    : old;
}

/** How prices are updated while no page is open. */
export const backgroundUpdates = defineStoredItem<BackgroundUpdates>('local:backgroundUpdates', {
  schema: (schemas) => schemas.backgroundUpdates,
  fallback: 'balanced',
});

export const appearance = defineStoredItem<Appearance>('local:appearance', {
  looksRight: hasShape<Appearance>({
    theme: isOneOf('system', 'light', 'dark'),
    palette: isOneOf('green-up', 'red-up'),
  }),
  schema: (schemas) => schemas.appearance,
  fallback: { theme: 'system', palette: 'green-up' },
});

/** The age in seconds above which the price of an open market is stale. */
export const staleLimitSeconds = defineStoredItem<number>('local:staleLimitSeconds', {
  looksRight: isFrom(5, 86_400, isInteger),
  schema: (schemas) => schemas.staleLimit,
  fallback: 60,
});

/**
 * What signatures are used for. `show`: prices are verified and marked; `require`: unverified prices
 * never reach the badge or alerts; `off`: they are not checked.
 */
export const signatures = defineStoredItem<Signatures>('local:signatures', {
  looksRight: isOneOf('show', 'require', 'off'),
  schema: (schemas) => schemas.signatures,
  fallback: 'show',
});

/** The signers that the user trusts besides the built-in ones. */
export const trustSettings = defineStoredItem<TrustSettings>('local:trust', {
  looksRight: hasShape<TrustSettings>({
    beta: isTrueOrFalse,
    upgrades: isListOf(isText),
    custom: isListOf(
      hasShape({
        name: isText,
        emitterChain: isInteger,
        emitterAddress: isText,
        keys: isListOf(isText),
        quorum: isInteger,
        setIndex: isInteger,
      }),
    ),
    setsInUse: isMapOf(isNumber),
  }),
  schema: (schemas) => schemas.trust,
  fallback: DEFAULT_TRUST_SETTINGS,
});
