import { isMap } from '../../base/is-map.ts';
import { z } from '../../base/zod.ts';
import { DEFAULT_SERVICE } from '../../domain/connection/default-service.ts';
import {
  appearanceSchema,
  backgroundUpdatesSchema,
  historyServicesSchema,
  servicesSchema,
  signaturesSchema,
  staleLimitSchema,
  trustSchema,
} from '../../domain/settings.ts';
import { DEFAULT_TRUST_SETTINGS } from '../../domain/signed-updates/trust/default-trust.ts';
import type { TrustSettings } from '../../domain/signed-updates/trust/trust-settings.ts';
import { stored } from '../stored.ts';

// The user's settings. Defaults are never stored, so a new version may change them.

/**
 * The price services, at least one. The first that works is used. If a part of a service is damaged,
 * the whole service is left out: one service's headers must never be sent to another.
 */
export const priceServices = stored('local:connection', {
  schema: servicesSchema,
  fallback: [DEFAULT_SERVICE],
  isWhole: true,
  migrations: [asList],
  uses: ['workerStart', 'backup'],
});

/** Version 1 stored one service. */
function asList(old: unknown): unknown {
  return isMap(old)
    ? [{ ...DEFAULT_SERVICE, baseUrl: old['baseUrl'], headers: old['headers'] }]
    : old;
}

/** Where the candles of each price service's feeds come from. Not in backups: it has secrets. */
export const historyServices = stored('local:historyServices', {
  schema: historyServicesSchema,
  fallback: {},
});

/** Whether candles, which nobody signs, are drawn although only verified prices count. */
export const areUnsignedCandlesShown = stored('local:areUnsignedCandlesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint', 'backup'],
});

/** How prices are updated while no page is open. */
export const backgroundUpdates = stored('local:backgroundUpdates', {
  schema: backgroundUpdatesSchema,
  fallback: 'balanced',
  uses: ['workerStart', 'backup'],
});

export const appearance = stored('local:appearance', {
  schema: appearanceSchema,
  fallback: { theme: 'system', palette: 'green-up' },
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/** The age in seconds above which the price of an open market is stale. */
export const staleLimitSeconds = stored('local:staleLimitSeconds', {
  schema: staleLimitSchema,
  fallback: 60,
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/**
 * What signatures are used for. `show`: prices are verified and marked; `require`: unverified prices
 * never reach the badge or alerts; `off`: they are not checked.
 */
export const signatures = stored('local:signatures', {
  schema: signaturesSchema,
  fallback: 'show',
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/** The signers that the user trusts besides the built-in ones. */
export const trustSettings = stored<TrustSettings>('local:trust', {
  schema: trustSchema,
  fallback: DEFAULT_TRUST_SETTINGS,
  uses: ['workerStart', 'backup'],
});
