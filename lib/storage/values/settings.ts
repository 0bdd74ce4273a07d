import { isMap } from '../../base/is-map.ts';
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
import { DEFAULT_TRUST_SETTINGS } from '../../domain/signed-updates/trust/trust-fingerprint.ts';
import type { TrustSettings } from '../../domain/signed-updates/trust/trust-settings.ts';
import { stored } from '../stored.ts';

// Defaults are never stored, so a new version may change them.

/**
 * At least one service; the first that works is used. Damage drops a whole service, because its
 * headers must never go to another.
 */
export const priceServices = stored('local:connection', {
  schema: servicesSchema,
  fallback: [DEFAULT_SERVICE],
  isWhole: true,
  migrations: [asList],
  uses: ['options', 'backup'],
});

/** Version 1 stored one service. */
function asList(old: unknown): unknown {
  return isMap(old)
    ? [{ ...DEFAULT_SERVICE, baseUrl: old['baseUrl'], headers: old['headers'] }]
    : old;
}

/** Not in backups, because it contains secrets. */
export const historyServices = stored('local:historyServices', {
  schema: historyServicesSchema,
  fallback: {},
  uses: ['options'],
});

/** How prices update while no page is open. */
export const backgroundUpdates = stored('local:backgroundUpdates', {
  schema: backgroundUpdatesSchema,
  fallback: 'balanced',
  uses: ['firstPaint', 'options', 'backup'],
  title: 'updates.title',
});

export const appearance = stored('local:appearance', {
  schema: appearanceSchema,
  fallback: { theme: 'system', palette: 'green-up' },
  uses: ['firstPaint', 'options', 'backup'],
  title: 'options.section.look',
});

/** A price of an open market is stale above this age. */
export const staleLimitSeconds = stored('local:staleLimitSeconds', {
  schema: staleLimitSchema,
  fallback: 60,
  uses: ['firstPaint', 'options', 'backup'],
  title: 'badgeOptions.stale.limitLabel',
});

/**
 * `show`: prices are verified and marked; `require`: unverified prices never reach the badge or
 * alerts; `off`: not checked.
 */
export const signatures = stored('local:signatures', {
  schema: signaturesSchema,
  fallback: 'show',
  uses: ['firstPaint', 'options', 'backup'],
  title: 'signatures.title',
});

/** Signers trusted besides the built-in ones. */
export const trustSettings = stored<TrustSettings>('local:trust', {
  schema: trustSchema,
  fallback: DEFAULT_TRUST_SETTINGS,
  uses: ['options', 'backup'],
});
