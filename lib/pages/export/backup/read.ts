import { isRuleProblem } from '../../../domain/alerts/model/rule.ts';
import { exceededLimit } from '../../../base/http/answer-limits.ts';
import { MAX_WATCHLIST } from '../../../base/limits.ts';
import { isMap } from '../../../base/is-map.ts';
import { numberFormat } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
import { migrate } from '../../../base/migrate.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { ExportError } from '../../../base/save-error.ts';
import type { z } from '../../../base/zod.ts';
import {
  BACKUP_FORMAT,
  BACKUP_MIGRATIONS,
  backupSchema,
  newestBackup,
  OLDEST_BACKUP,
  type Backup,
} from './format.ts';

/**
 * Room for a full watchlist with all attributes, alerts and signers. Display names and holdings have
 * a field for each feed.
 */
const BACKUP_LIMITS = { bytes: 4_000_000, values: 100_000, fields: MAX_WATCHLIST + 1 };
export const LARGEST_BACKUP_BYTES = BACKUP_LIMITS.bytes;

/**
 * Reads a backup completely, or not at all.
 * @throws ExportError with the reason for the user
 */
export function readBackup(text: string): Backup {
  if (exceededLimit(text, BACKUP_LIMITS) !== null) throw new ExportError(tooLarge());
  const result = backupSchema.safeParse(migrateBackup(parseJson(text)));
  if (result.success) return result.data;
  throw new ExportError(describe(result.error.issues[0]));
}

/** Why a file of this size is rejected unread. */
export function refusalOfSize(bytes: number): string | null {
  return bytes > LARGEST_BACKUP_BYTES ? tooLarge() : null;
}

function tooLarge(): string {
  const megabytes = numberFormat({ style: 'unit', unit: 'megabyte' });
  const limit = megabytes.format(LARGEST_BACKUP_BYTES / 1_000_000);
  return t('backup.problem.tooLarge', { limit });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), rejectHostileKey);
  } catch (cause) {
    if (cause instanceof ExportError) throw cause;
    throw new ExportError(t('backup.problem.notABackup'), { cause });
  }
}

// Assigning this key would replace the object's prototype.
function rejectHostileKey(key: string, value: unknown): unknown {
  if (key === '__proto__') {
    throw new ExportError(t('backup.problem.invalid', { place: key }));
  }
  return value;
}

/**
 * Migrates a backup to the current version's shape, without checking it.
 * @throws ExportError if it is not a backup, or has a newer version
 */
export function migrateBackup(raw: unknown, migrations = BACKUP_MIGRATIONS): unknown {
  const newest = newestBackup(migrations);
  const version = versionOf(raw, newest);
  try {
    const migrated = migrate(raw, version - OLDEST_BACKUP + 1, migrations);
    return isMap(migrated) ? { ...migrated, version: newest } : migrated;
  } catch (cause) {
    throw new ExportError(describe(undefined), { cause });
  }
}

function versionOf(raw: unknown, newest: number): number {
  if (!isMap(raw) || raw['format'] !== BACKUP_FORMAT) {
    throw new ExportError(t('backup.problem.notABackup'));
  }
  const { version } = raw;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < OLDEST_BACKUP) {
    throw new ExportError(t('backup.problem.damaged'));
  }
  if (version > newest) {
    throw new ExportError(
      t('backup.problem.newer', { version: String(version), newest: String(newest) }),
    );
  }
  return version;
}

// Omits the value, which may be a header's secret.
function describe(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return t('backup.problem.damaged');
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const place = [...issue.path, ...unknown].map(pathStep).join(' › ');
  const where = place ? t('backup.problem.invalid', { place }) : t('backup.problem.damaged');
  if (!isRuleProblem(issue.message)) return where;
  return `${where} ${t(`alertForm.problem.${issue.message}`)}`;
}

function pathStep(step: PropertyKey): string {
  return typeof step === 'number' ? String(step + 1) : plainText(String(step), 80);
}
