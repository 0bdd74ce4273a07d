import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { z } from '../../../lib/zod.ts';

const SHARED = join(import.meta.dirname, '../../../../shared/data');

const catalogueSchema = z.array(
  z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) }),
);

/** The feeds of a recorded catalogue. */
export function recordedCatalogue(context: TestContext): z.infer<typeof catalogueSchema> {
  return recorded(context, 'catalogue/price_feeds-2912-derived.json', catalogueSchema);
}

/** The texts of all schedules in the recorded catalogue, each once. */
export function recordedSchedules(context: TestContext): string[] {
  const texts = recordedCatalogue(context).map(({ attributes }) => attributes['schedule'] ?? '');
  return [...new Set(texts)];
}

/** A recorded file; skips the test, saying why, where the recordings are absent. */
export function recorded<T>(context: TestContext, path: string, schema: z.ZodMiniType<T>): T {
  requireRecordings(context, path);
  return schema.parse(JSON.parse(readFileSync(join(SHARED, path), 'utf8')));
}

/** The JSON files of a folder of recordings. */
export function recordedFiles(context: TestContext, folder: string): string[] {
  requireRecordings(context, folder);
  return readdirSync(join(SHARED, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);
}

function requireRecordings(context: TestContext, path: string): void {
  if (existsSync(join(SHARED, path))) return;
  const reason = `no recordings at ../shared/data/${path} beside the checkout`;
  console.info(`skipped: ${reason}`);
  context.skip(reason);
}
