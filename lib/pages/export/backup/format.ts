import { alertRuleSchema } from '../../../domain/alerts/model/rule.ts';
import { translateRule } from '../../../domain/alerts/model/translate.ts';
import { MAX_ALERTS } from '../../../domain/alerts/model/rule-changes.ts';
import { isMap } from '../../../base/is-map.ts';
import { MAX_NAME } from '../../../base/text/fit-name.ts';
import { currentVersion, type Migration } from '../../../base/migrate.ts';
import {
  MAX_GROUPS,
  MAX_HEADERS,
  MAX_SERVICE_ID,
  MAX_SERVICES,
  MAX_WATCHLIST,
} from '../../../base/limits.ts';
import { holdingSchema } from '../../../domain/holdings/holding.ts';
import { trustSchema } from '../../../domain/settings.ts';
import { groupWithCurrencySchema } from '../../../domain/watchlist/group-currencies.ts';
import { withLook } from '../../../domain/watchlist/badge.ts';
import { feedIdSchema, z } from '../../../base/zod.ts';
import { settingsSchema } from './settings.ts';

export const BACKUP_FORMAT = 'pricelight-backup';
/** Version 0.2.0 of the extension wrote it. */
export const OLDEST_BACKUP = 2;
/**
 * The first migration turns the oldest version into the next one. Any change of a schema needs
 * another migration, even a change of a stored value's schema. Released migrations never change.
 */
export const BACKUP_MIGRATIONS: readonly Migration[] = [withBadgeLook, withFewerKinds];
export const BACKUP_VERSION = newestBackup(BACKUP_MIGRATIONS);

/** The version that the last migration makes. */
export function newestBackup(migrations: readonly Migration[]): number {
  return currentVersion(migrations) + OLDEST_BACKUP - 1;
}

const MAX_ATTRIBUTES = 100;
/** Each profile is compared with all others. */
const MAX_PROFILES = 200;
const MAX_ATTRIBUTE = 10_000;

const text = (longest: number) => z.string().check(z.maxLength(longest));

const attributesSchema = z
  .record(text(MAX_NAME), text(MAX_ATTRIBUTE))
  .check(z.refine((map) => Object.keys(map).length <= MAX_ATTRIBUTES));

const serviceSchema = z.strictObject({
  id: text(MAX_SERVICE_ID).check(z.minLength(1)),
  name: text(MAX_NAME),
  isPaused: z.boolean(),
  /** Without its path if `pathWithheld` is set. */
  baseUrl: text(10_000),
  /** Whether the path, which may contain a token, was left out. */
  pathWithheld: z.boolean(),
  headers: z
    .array(
      z.strictObject({
        name: text(1_000),
        /** `null` if left out. */
        value: z.nullable(text(10_000)),
      }),
    )
    .check(z.maxLength(MAX_HEADERS)),
});

/**
 * Any part may be missing; an import does not change missing parts. Signers are verified again on
 * import.
 */
export const backupSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  createdAt: text(40),
  services: z.optional(z.array(serviceSchema).check(z.minLength(1), z.maxLength(MAX_SERVICES))),
  settings: z.optional(settingsSchema),
  trust: z.optional(
    z.extend(z.omit(trustSchema, { setsInUse: true }), {
      custom: trustSchema.shape.custom.check(z.maxLength(MAX_PROFILES)),
    }),
  ),
  watchlist: z.optional(
    z
      .array(z.strictObject({ id: feedIdSchema, attributes: z.nullable(attributesSchema) }))
      .check(z.maxLength(MAX_WATCHLIST)),
  ),
  groups: z.optional(z.array(groupWithCurrencySchema).check(z.maxLength(MAX_GROUPS))),
  rowNames: z.optional(z.record(feedIdSchema, text(MAX_NAME))),
  /** Included only with the user's consent. */
  holdings: z.optional(z.record(feedIdSchema, holdingSchema)),
  alerts: z.optional(z.array(alertRuleSchema).check(z.maxLength(MAX_ALERTS))),
});
export type Backup = z.infer<typeof backupSchema>;
export type BackupService = NonNullable<Backup['services']>[number];

/** In version 2, price and change could take turns on the badge. */
function withBadgeLook(old: unknown): unknown {
  if (!isMap(old) || !isMap(old['settings'])) return old;
  const { badgeView, ...settings } = old['settings'];
  if (badgeView === undefined) return old;
  return { ...old, settings: { ...settings, badgeView: withLook(badgeView) } };
}

/** In version 3, alerts had more kinds and options. */
function withFewerKinds(old: unknown): unknown {
  if (!isMap(old) || !Array.isArray(old['alerts'])) return old;
  return { ...old, alerts: old['alerts'].map((rule: unknown) => translateRule(rule)) };
}
