import type { TrustSettings } from '../signed-updates/trust-settings.ts';
import { defineStoredItem } from '../stored-item.ts';
import { z } from '../zod.ts';

// The user's settings. Defaults are never written: an install or an update finds either the user's
// own value or nothing.

/** Of one connection. */
export const MAX_HEADERS = 50;

export const DEFAULT_BASE_URL = 'https://hermes.pyth.network';

const connectionSchema = z.object({
  /** `http(s)` URL without credentials, query or fragment; a path prefix is kept. May hold a secret. */
  baseUrl: z.string(),
  /** Sent with every call. Values are secrets. */
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .check(z.maxLength(MAX_HEADERS)),
});
export type ConnectionSettings = z.infer<typeof connectionSchema>;

/** Where prices come from. */
export const connectionSettings = defineStoredItem<ConnectionSettings>('local:connection', {
  schema: connectionSchema,
  fallback: { baseUrl: DEFAULT_BASE_URL, headers: [] },
});

const backgroundUpdatesSchema = z.enum(['live', 'balanced', 'saver']);
export type BackgroundUpdates = z.infer<typeof backgroundUpdatesSchema>;

/** How prices are read while no page is open. */
export const backgroundUpdates = defineStoredItem<BackgroundUpdates>('local:backgroundUpdates', {
  schema: backgroundUpdatesSchema,
  fallback: 'balanced',
});

const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  palette: z.enum(['green-up', 'red-up']),
});
export type Appearance = z.infer<typeof appearanceSchema>;

export const appearance = defineStoredItem<Appearance>('local:appearance', {
  schema: appearanceSchema,
  fallback: { theme: 'system', palette: 'green-up' },
});

/** Age in seconds above which a price of an open market is stale. */
export const staleLimitSeconds = defineStoredItem<number>('local:staleLimitSeconds', {
  schema: z.int().check(z.minimum(5), z.maximum(86_400)),
  fallback: 60,
});

const signaturesSchema = z.enum(['show', 'require', 'off']);
export type Signatures = z.infer<typeof signaturesSchema>;

/**
 * What the signatures of updates are for. `show`: verify and mark; `require`: figures that are not
 * verified never reach the badge; `off`: not looked at.
 */
export const signatures = defineStoredItem<Signatures>('local:signatures', {
  schema: signaturesSchema,
  fallback: 'show',
});

const trustSchema = z.object({
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
  fallback: { beta: false, upgrades: [], custom: [], setsInUse: {} },
});
