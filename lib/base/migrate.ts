/**
 * Turns a value of one version into the next version's. It is pure, because every page and the
 * worker migrate on each read. The value may be damaged: return what you do not recognize as it is,
 * the schema rejects it afterward.
 */
export type Migration = (old: unknown) => unknown;

/** The current version: the first migration leads from version 1 to version 2. */
export function currentVersion(migrations: readonly Migration[] = []): number {
  return migrations.length + 1;
}

/** The value in the current version's shape. @param version the value's, at most the current one */
export function migrate(
  value: unknown,
  version: number,
  migrations: readonly Migration[],
): unknown {
  return migrations.slice(version - 1).reduce((old, next) => next(old), value);
}
