import { DEFAULT_TRUST_SETTINGS } from '../signed-updates/default-trust.ts';
import type { TrustSettings } from '../signed-updates/trust-settings.ts';
import { unixMilliseconds } from '../units.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

// The user's settings. Defaults are never stored, so a new version may change them.

/** The most headers of a connection. */
export const MAX_HEADERS = 50;

export const DEFAULT_BASE_URL = 'https://hermes.pyth.network';

const connectionSchema = z
  .object({
    /** `http(s)` URL without credentials, query or fragment. Its path may contain a secret. */
    baseUrl: z.string(),
    /** Sent with every request. Values are secrets. */
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .check(z.maxLength(MAX_HEADERS)),
  })
  .check(z.refine(isUsable));
export type ConnectionSettings = z.infer<typeof connectionSchema>;

/** The price service. Whole: one service's headers must never be sent to another. */
export const connectionSettings = defineStoredItem<ConnectionSettings>('local:connection', {
  schema: connectionSchema,
  fallback: { baseUrl: DEFAULT_BASE_URL, headers: [] },
  isWhole: true,
});

/** Whether requests can be made. The pages check more, but a stored value may be damaged. */
function isUsable(connection: { baseUrl: string; headers: { name: string; value: string }[] }) {
  try {
    const { protocol, username, password, href } = new URL(connection.baseUrl);
    const headers = connection.headers.map(({ name, value }): [string, string] => [name, value]);
    const isPlain = username === '' && password === '' && !/[?#]/.test(href);
    return isPlain && /^https?:$/.test(protocol) && Boolean(new Headers(headers));
  } catch {
    return false;
  }
}

export const backgroundUpdatesSchema = z.enum(['live', 'balanced', 'saver']);
export type BackgroundUpdates = z.infer<typeof backgroundUpdatesSchema>;

/** How prices are updated while no page is open. */
export const backgroundUpdates = defineStoredItem<BackgroundUpdates>('local:backgroundUpdates', {
  schema: backgroundUpdatesSchema,
  fallback: 'balanced',
});

export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  palette: z.enum(['green-up', 'red-up']),
});
export type Appearance = z.infer<typeof appearanceSchema>;

export const appearance = defineStoredItem<Appearance>('local:appearance', {
  schema: appearanceSchema,
  fallback: { theme: 'system', palette: 'green-up' },
});

export const staleLimitSchema = z.int().check(z.minimum(5), z.maximum(86_400));

/** The age in seconds above which the price of an open market is stale. */
export const staleLimitSeconds = defineStoredItem<number>('local:staleLimitSeconds', {
  schema: staleLimitSchema,
  fallback: 60,
});

export const signaturesSchema = z.enum(['show', 'require', 'off']);
export type Signatures = z.infer<typeof signaturesSchema>;

/**
 * What signatures are used for. `show`: prices are verified and marked; `require`: unverified prices
 * never reach the badge or alerts; `off`: they are not checked.
 */
export const signatures = defineStoredItem<Signatures>('local:signatures', {
  schema: signaturesSchema,
  fallback: 'show',
});

export const trustSchema = z.object({
  beta: z.boolean(),
  upgrades: z.array(z.string()),
  custom: z.array(
    z.object({
      name: z.string(),
      emitterChain: z.int(),
      emitterAddress: z.string(),
      keys: z.array(z.string()),
      quorum: z.int(),
      setIndex: z.int(),
    }),
  ),
  setsInUse: z.record(z.string(), unixMilliseconds),
});

/** The signers that the user trusts besides the built-in ones. */
export const trustSettings = defineStoredItem<TrustSettings>('local:trust', {
  schema: trustSchema,
  fallback: DEFAULT_TRUST_SETTINGS,
});
