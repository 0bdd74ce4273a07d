import { DEFAULT_TRUST_SETTINGS } from '../signed-updates/default-trust.ts';
import type { TrustSettings } from '../signed-updates/trust-settings.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

// The user's settings. Defaults are never written: an install or an update finds either the user's
// own value or nothing.

/** Of one connection. */
export const MAX_HEADERS = 50;

export const DEFAULT_BASE_URL = 'https://hermes.pyth.network';

const connectionSchema = z
  .object({
    /** `http(s)` URL without credentials, query or fragment; a path prefix is kept. May hold a secret. */
    baseUrl: z.string(),
    /** Sent with every call. Values are secrets. */
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .check(z.maxLength(MAX_HEADERS)),
  })
  .check(z.refine(canBeUsed));
export type ConnectionSettings = z.infer<typeof connectionSchema>;

/** Where prices come from. Whole: one service's headers are never sent to another. */
export const connectionSettings = defineStoredItem<ConnectionSettings>('local:connection', {
  schema: connectionSchema,
  fallback: { baseUrl: DEFAULT_BASE_URL, headers: [] },
  isWhole: true,
});

/** Whether requests can be made with it. The pages check more; this was damaged since. */
function canBeUsed(connection: { baseUrl: string; headers: { name: string; value: string }[] }) {
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

/** How prices are read while no page is open. */
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

/** Age in seconds above which a price of an open market is stale. */
export const staleLimitSeconds = defineStoredItem<number>('local:staleLimitSeconds', {
  schema: staleLimitSchema,
  fallback: 60,
});

export const signaturesSchema = z.enum(['show', 'require', 'off']);
export type Signatures = z.infer<typeof signaturesSchema>;

/**
 * What the signatures of updates are for. `show`: verify and mark; `require`: figures that are not
 * verified never reach the badge; `off`: not looked at.
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
  setsInUse: z.record(z.string(), z.number()),
});

/** Whose signatures are accepted beyond the built-in signer sets. */
export const trustSettings = defineStoredItem<TrustSettings>('local:trust', {
  schema: trustSchema,
  fallback: DEFAULT_TRUST_SETTINGS,
});
