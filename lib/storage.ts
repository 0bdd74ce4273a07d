import { DEFAULT_FEEDS } from './default-feeds.ts';
import { defineStoredItem } from './stored-item.ts';
import type { TrustSettings } from './signed-updates/trust-settings.ts';
import { z } from './zod.ts';

// Every key that Pricelight keeps, its shape and its default. Defaults are never written: an
// install or an update finds either the user's own value or nothing.
//
// `local:` settings, watchlist, catalogue, last-known prices (kept over restarts)
// `session:` latest prices and the connection (memory only; gone with the browser)

const MAX_WATCHLIST = 1_000;
/** Of one connection. */
export const MAX_HEADERS = 50;

/** 32 bytes as 64 lowercase hex digits without `0x`. */
export const feedIdSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

// ---------------------------------------------------------------------------------- settings

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

// --------------------------------------------------------------------------------- watchlist

/** The followed feeds' ids in the user's order, each once. */
export const watchlist = defineStoredItem<string[]>('local:watchlist', {
  // A damaged entry costs that entry, not the list.
  schema: z.pipe(
    z.array(z.catch(z.nullable(feedIdSchema), null)),
    z.transform((ids) => [...new Set(ids.filter((id) => id !== null))].slice(0, MAX_WATCHLIST)),
  ),
  fallback: DEFAULT_FEEDS.map((feed) => feed.id),
});

/** The feed that the toolbar badge shows; `null`: the first of the watchlist. */
export const badgeFeedId = defineStoredItem<string | null>('local:badgeFeed', {
  schema: z.nullable(feedIdSchema),
  fallback: null,
});

/** The feed on the badge: the chosen one while it is followed, else the watchlist's first. */
export function effectiveBadgeFeed(chosen: string | null, ids: readonly string[]): string | null {
  return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
}

// --------------------------------------------------------------------------------- catalogue

const attributesSchema = z.record(z.string(), z.string());
const feedSchema = z.object({ id: z.string(), attributes: attributesSchema });

/** One entry of the catalogue. */
export type Feed = z.infer<typeof feedSchema>;

const catalogueSchema = z.object({
  /** Unix milliseconds of the last successful fetch; 0: never. */
  fetchedAt: z.number(),
  feeds: z.array(feedSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/** All feeds that the price service offers. Large: read it only where it is searched. */
export const catalogue = defineStoredItem<Catalogue>('local:catalogue', {
  schema: catalogueSchema,
  fallback: { fetchedAt: 0, feeds: [] },
});

const catalogueStatusSchema = z.object({
  fetchedAt: z.number(),
  /** Unix milliseconds of the last try. */
  triedAt: z.number(),
  /** Why the last try failed, in words; `null`: it did not. */
  error: z.nullable(z.string()),
});
export type CatalogueStatus = z.infer<typeof catalogueStatusSchema>;

/** How fresh the catalogue is, without reading it. */
export const catalogueStatus = defineStoredItem<CatalogueStatus>('local:catalogueStatus', {
  schema: catalogueStatusSchema,
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
});

/** The followed feeds' catalogue entries, id → attributes, so that rows need no catalogue. */
export const followedFeeds = defineStoredItem<Record<string, Record<string, string>>>(
  'local:followedFeeds',
  {
    schema: z.record(z.string(), attributesSchema),
    fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  },
);

// ------------------------------------------------------------------------------------ prices

const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

const proofSchema = z.object({
  /** `mismatch`: the parsed part contradicts the signed bytes; the figure is the signed one. */
  state: z.enum(['verified', 'unverified', 'mismatch']),
  /** Who signed, such as `3 of 5 · Pyth routers`, or why it is not verified. */
  text: z.string(),
});

/** What the signatures say about a figure. */
export type Proof = z.infer<typeof proofSchema>;

const storedPriceSchema = z.object({
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  /** Unix seconds. */
  publishTime: z.number(),
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  slot: z.nullable(z.number()),
  prevPublishTime: z.nullable(z.number()),
  proofAvailableTime: z.nullable(z.number()),
  /** Unix milliseconds at which this figure reached us. */
  receivedAt: z.number(),
  /** Sign of the last change of the price. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** Missing: the signatures were not looked at. */
  proof: z.optional(proofSchema),
});

/** The latest known figure of one feed. */
export type StoredPrice = z.infer<typeof storedPriceSchema>;

/** Checks a stored price; `undefined` where it is missing or damaged. */
export function parseStoredPrice(raw: unknown): StoredPrice | undefined {
  const result = storedPriceSchema.safeParse(raw);
  return result.success ? result.data : undefined;
}

/** The last figures of an earlier run, id → price, written at a low rate. */
export const lastKnownPrices = defineStoredItem<Record<string, StoredPrice>>('local:lastKnown', {
  schema: z.record(z.string(), storedPriceSchema),
  fallback: {},
});

// -------------------------------------------------------------------------------- connection

const connectionStateSchema = z.object({
  state: z.enum(['live', 'polling', 'connecting', 'offline', 'stopped']),
  /** Why, in words for the user; never holds a URL or a header. */
  reason: z.nullable(z.string()),
  /** Where the user can mend it. */
  remedy: z.nullable(z.enum(['access-token', 'connection'])),
  /** Unix milliseconds of the next attempt, if one is planned. */
  nextAttemptAt: z.nullable(z.number()),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

export const connectionState = defineStoredItem<ConnectionState>('session:connectionState', {
  schema: connectionStateSchema,
  fallback: { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null },
});

/** Unix milliseconds at which the service last answered with prices; 0: not in this session. */
export const lastAskedAt = defineStoredItem<number>('session:lastAskedAt', {
  schema: z.number(),
  fallback: 0,
});

/** Followed feeds that the service does not give: why, by id. */
export const missingFeeds = defineStoredItem<Record<string, 'unknown' | 'no-data'>>(
  'session:missingFeeds',
  { schema: z.record(z.string(), z.enum(['unknown', 'no-data'])), fallback: {} },
);

const pollingSchema = z.object({
  /** Unix milliseconds of the last poll, successful or not; 0: none in this session. */
  triedAt: z.number(),
  /** Failures in a row. */
  failures: z.number(),
  /** Unix milliseconds at which missing feeds were last asked for. */
  missingCheckedAt: z.number(),
});
export type Polling = z.infer<typeof pollingSchema>;

/** What the background has to remember between two lives of the worker. */
export const polling = defineStoredItem<Polling>('session:polling', {
  schema: pollingSchema,
  fallback: { triedAt: 0, failures: 0, missingCheckedAt: 0 },
});

/** Unix milliseconds at which the user last asked for a refresh; the background acts on a change. */
export const refreshRequestedAt = defineStoredItem<number>('session:refreshRequestedAt', {
  schema: z.number(),
  fallback: 0,
});

const requestBudgetSchema = z.object({
  /** Unix milliseconds of the last requests, oldest first. */
  sentAt: z.array(z.number()),
  /** No request before this (after a 429), unix milliseconds. */
  pausedUntil: z.number(),
});
export type RequestBudget = z.infer<typeof requestBudgetSchema>;

/** The requests of the last seconds: it outlives the worker, so that a restart forgets no limit. */
export const requestBudget = defineStoredItem<RequestBudget>('session:requestBudget', {
  schema: requestBudgetSchema,
  fallback: { sentAt: [], pausedUntil: 0 },
});
