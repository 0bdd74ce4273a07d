import { isMap } from '../base/is-map.ts';
import { currentVersion, migrate, type Migration } from '../base/migrate.ts';

const VERSION = '$version';

/**
 * From version 2 on, value and version share one key: nothing can separate them, and a release
 * without versions rejects the value instead of misreading it.
 */
export function withVersion(value: unknown, version: number): unknown {
  return version === 1 ? value : { [VERSION]: version, value };
}

/** 1 if no version is stored. */
export function versionOf(raw: unknown): number {
  const version = isMap(raw) ? raw[VERSION] : undefined;
  return typeof version === 'number' && Number.isInteger(version) && version > 1 ? version : 1;
}

/** In the current version's shape, unchecked. `undefined` if newer, or too damaged to migrate. */
export function migrateStored(raw: unknown, migrations: readonly Migration[] = []): unknown {
  const version = versionOf(raw);
  if (version > currentVersion(migrations)) return undefined;
  try {
    return migrate(version > 1 && isMap(raw) ? raw['value'] : raw, version, migrations);
  } catch {
    return undefined;
  }
}
