import { isMap } from '../base/is-map.ts';
import type { Migration } from '../base/migrate.ts';
import type { z } from '../base/zod.ts';
import { migrateStored } from './versioned.ts';

export interface StoredFormat<T> {
  schema: z.ZodMiniType<T>;
  fallback: NoInfer<T>;
  /** Its parts make sense only together: if one does not fit, none is used. */
  isWhole?: boolean;
  /**
   * The n-th turns version n into n + 1. A schema that rejects earlier values needs another one.
   * Released ones never change.
   */
  migrations?: readonly Migration[];
}

/** The fallback replaces what does not fit. */
export function parseStored<T>(
  key: string,
  raw: unknown,
  { schema, fallback, isWhole = false, migrations }: StoredFormat<T>,
): T {
  if (raw === null || raw === undefined) return fallback;
  const value = migrateStored(raw, migrations);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  reportOnce(key);
  const mended = isWhole ? null : mend(value, fallback, result.error.issues);
  return (mended && schema.safeParse(mended).data) ?? fallback;
}

/** Fields of the fallback replace those that do not fit; other keys are removed. */
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
