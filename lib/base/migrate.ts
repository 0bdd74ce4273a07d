/**
 * Turns one version's value into the next's. It is pure: pages and worker migrate on each read.
 * Return a damaged value unchanged; the schema rejects it.
 */
export type Migration = (old: unknown) => unknown;

/** The first migration leads from version 1 to 2. */
export function currentVersion(migrations: readonly Migration[] = []): number {
  return migrations.length + 1;
}

/** @param version the value's, at most the current one */
export function migrate(
  value: unknown,
  version: number,
  migrations: readonly Migration[],
): unknown {
  return migrations.slice(version - 1).reduce((old, next) => next(old), value);
}
