import type { Schemas } from './schemas.ts';

let schemas: Schemas | undefined;
let loading: Promise<void> | undefined;

/** Provides the schemas without loading. The worker has them from its first turn on. */
export function provideSchemas(all: Schemas): void {
  schemas = all;
}

/** The schemas; `undefined` until they are loaded. */
export function loadedSchemas(): Schemas | undefined {
  return schemas;
}

/**
 * Loads the schemas, once. Only pages do that, when a value does not look right: zod and the schemas
 * are a third of what the popup would otherwise load before its first paint.
 */
export async function loadSchemas(): Promise<void> {
  if (schemas) return;
  loading ??= import('./schemas.ts')
    .then(({ SCHEMAS }) => provideSchemas(SCHEMAS))
    .finally(() => {
      loading = undefined;
    });
  await loading;
}

/** Whether loading has begun and not ended. */
export function areSchemasLoading(): boolean {
  return loading !== undefined;
}
