import { isMap } from '../base/is-map.ts';
import { currentVersion, migrate, type Migration } from '../base/migrate.ts';

const VERSION = '$version';

/**
 * What is stored for a value of this version. From version 2 on, value and version share one key: no
 * write and no change event can separate them, and a release that does not know versions yet
 * rejects the value instead of misreading it.
 */
export function withVersion(value: unknown, version: number): unknown {
  return version === 1 ? value : { [VERSION]: version, value };
}

/** The version of a raw stored value: 1 if none is stored with it. */
export function versionOf(raw: unknown): number {
  const version = isMap(raw) ? raw[VERSION] : undefined;
  return typeof version === 'number' && Number.isInteger(version) && version > 1 ? version : 1;
}

/**
 * A raw stored value in the current version's shape, not checked yet. `undefined` if the value is
 * newer than that, or too damaged for a migration.
 */
export function migrateStored(raw: unknown, migrations: readonly Migration[] = []): unknown {
  const version = versionOf(raw);
  if (version > currentVersion(migrations)) return undefined;
  try {
    return migrate(version > 1 && isMap(raw) ? raw['value'] : raw, version, migrations);
  } catch {
    return undefined;
  }
}
