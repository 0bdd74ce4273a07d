import { isRuleProblem } from '../../alerts/model/rule.ts';
import { t } from '../../locale/t.ts';
import { isMap } from '../../is-map.ts';
import { currentVersion, migrate } from '../../migrate.ts';
import { plainText } from '../../text/plain-text.ts';
import { ExportError } from '../errors.ts';
import { BACKUP_FORMAT, BACKUP_MIGRATIONS, backupSchema, type Backup } from './format.ts';

/** About three times the size of a full watchlist with all attributes and alerts. */
export const LARGEST_BACKUP_BYTES = 10_000_000;

/**
 * Reads a backup file completely, or not at all.
 *
 * @throws ExportError if it is not a valid backup, with the reason for the user
 */
export function readBackup(text: string): Backup {
  if (text.length > LARGEST_BACKUP_BYTES) throw new ExportError(tooLarge());
  const result = backupSchema.safeParse(migrateBackup(parseJson(text)));
  if (result.success) return result.data;
  throw new ExportError(describe(result.error.issues[0]));
}

/** Why a file of this size is rejected unread, as text for the user; `null` if it is not. */
export function refusalOfSize(bytes: number): string | null {
  return bytes > LARGEST_BACKUP_BYTES ? tooLarge() : null;
}

function tooLarge(): string {
  return `This file is larger than any backup (${LARGEST_BACKUP_BYTES / 1_000_000} MB). Choose another one.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), rejectHostileKey);
  } catch (cause) {
    if (cause instanceof ExportError) throw cause;
    throw new ExportError(
      'This file is not valid JSON. It may be cut off, or be something else than a backup.',
      { cause },
    );
  }
}

// Assigning this key to an object would replace the object's prototype.
function rejectHostileKey(key: string, value: unknown): unknown {
  if (key === '__proto__') {
    throw new ExportError('This file holds the key “__proto__”, which no backup has.');
  }
  return value;
}

/**
 * The content of a backup in the current version's shape, not checked yet.
 *
 * @throws ExportError if it is no backup, or of a newer version
 */
export function migrateBackup(raw: unknown, migrations = BACKUP_MIGRATIONS): unknown {
  const version = versionOf(raw, currentVersion(migrations));
  try {
    const migrated = migrate(raw, version, migrations);
    return isMap(migrated) ? { ...migrated, version: currentVersion(migrations) } : migrated;
  } catch (cause) {
    throw new ExportError(describe(undefined), { cause });
  }
}

function versionOf(raw: unknown, newest: number): number {
  if (!isMap(raw) || raw['format'] !== BACKUP_FORMAT) {
    throw new ExportError('This file is no Pricelight backup.');
  }
  const { version } = raw;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new ExportError('This backup does not say which version it has.');
  }
  if (version > newest) {
    throw new ExportError(
      `This backup was made by a newer Pricelight (version ${version}; this one reads up to ${newest}). Update Pricelight first.`,
    );
  }
  return version;
}

interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

// The message must not contain the value, which may be a header's secret.
function describe(issue: Issue | undefined): string {
  if (!issue) return 'This backup does not fit.';
  const place = issue.path.map(pathStep).join(' › ') || 'the file';
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys ?? [];
    return `This backup does not fit: there is no “${plainText(key, 40)}” in ${place}.`;
  }
  return `This backup does not fit at ${place}. ${reasonOf(issue)}`;
}

function reasonOf({ message }: Issue): string {
  if (isRuleProblem(message)) return t(`alertForm.problem.${message}`);
  return message.endsWith('.') ? message : 'It is missing or not as expected.';
}

function pathStep(step: PropertyKey): string {
  return typeof step === 'number' ? String(step + 1) : plainText(String(step), 80);
}
