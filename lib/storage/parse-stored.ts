import { isMap } from '../base/is-map.ts';
import type { Migration } from '../base/migrate.ts';
import type { z } from '../base/zod.ts';
import type { Guard } from './guards.ts';
import { areSchemasLoading, loadedSchemas, loadSchemas } from './load-schemas.ts';
import type { Preparation } from './preparation.ts';
import type { Schemas } from './schemas.ts';
import { migrateStored } from './versioned.ts';

/** How a value is stored, and what counts if it is missing or does not fit. */
export interface StoredFormat<T> {
  /** A function: pages load the schema when they meet a value that does not look right. */
  schema: z.ZodMiniType<T> | ((schemas: Schemas) => z.ZodMiniType<T>);
  /** Recognizes what the current version stores. Missing: every value needs the schema. */
  looksRight?: Guard<T>;
  fallback: T;
  /** Its parts make sense only together: if one does not fit, none is used. */
  isWhole?: boolean;
  /**
   * The n-th makes version n + 1 out of version n. A schema that values of the version before do not
   * fit, such as one with a renamed field, needs another one. Released ones never change.
   */
  migrations?: readonly Migration[];
}

/** Loads the schemas if a raw value may need one; `undefined` if it can be parsed at once. */
export function prepareStored<T>(raw: unknown, format: StoredFormat<T>): Preparation {
  if (schemaOf(format) !== undefined || raw === null || raw === undefined) return undefined;
  // While the schemas load, every value waits, so that values stay in order.
  const isReady =
    !areSchemasLoading() && format.looksRight?.(migrateStored(raw, format.migrations));
  return isReady === true ? undefined : loadSchemas();
}

/**
 * Migrates and checks a raw value, and replaces what does not fit with the fallback. A value that
 * does not look right must be prepared first.
 */
export function parseStored<T>(key: string, raw: unknown, format: StoredFormat<T>): T {
  const { looksRight, fallback, isWhole = false, migrations } = format;
  if (raw === null || raw === undefined) return fallback;
  const value = migrateStored(raw, migrations);
  if (looksRight?.(value) === true) return value;
  const schema = schemaOf(format);
  const result = schema?.safeParse(value);
  if (result?.success === true) return result.data;
  reportOnce(key);
  const mended = isWhole || !result ? null : mend(value, fallback, result.error.issues);
  return (mended && schema?.safeParse(mended).data) ?? fallback;
}

function schemaOf<T>({ schema }: StoredFormat<T>): z.ZodMiniType<T> | undefined {
  if (typeof schema !== 'function') return schema;
  const schemas = loadedSchemas();
  return schemas && schema(schemas);
}

/** The object with the fallback's fields in place of those that do not fit; other keys are removed. */
function mend(
  value: unknown,
  fallback: unknown,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> | null {
  if (!isMap(value) || !isMap(fallback)) return null;
  const mended = { ...value };
  for (const { path } of issues) {
    const part = String(path[0]);
    if (Object.hasOwn(fallback, part)) mended[part] = fallback[part];
    else delete mended[part];
  }
  return mended;
}

const reported = new Set<string>();

// Without the value: it may be a header.
function reportOnce(key: string): void {
  if (reported.has(key)) return;
  reported.add(key);
  console.warn(`The stored value of ${key} does not fit; its default is used.`);
}
