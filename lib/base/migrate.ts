/**
 * Turns one version's value into the next version's. It must be pure, because pages and worker
 * migrate on each read. Return a damaged value unchanged; the schema rejects it.
 */
export type Migration = (old: unknown) => unknown;

/** The first migration converts version 1 to version 2. */
export function currentVersion(migrations: readonly Migration[] = []): number {
  return migrations.length + 1;
}

/** @param version the value's version, at most the current version */
export function migrate(
  value: unknown,
  version: number,
  migrations: readonly Migration[],
): unknown {
  return migrations.slice(version - 1).reduce((old, next) => next(old), value);
}
