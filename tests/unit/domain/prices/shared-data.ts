import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { z } from '@/lib/base/zod.ts';

const SHARED = join(import.meta.dirname, '../../../../../shared/data');

const catalogSchema = z.array(
  z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) }),
);

/** Returns the feeds of a recorded catalog. */
export function recordedCatalog(context: TestContext): z.infer<typeof catalogSchema> {
  return recorded(context, 'catalogue/price_feeds-2912-derived.json', catalogSchema);
}

/** Returns the distinct texts of all schedules in the recorded catalog. */
export function recordedSchedules(context: TestContext): string[] {
  const texts = recordedCatalog(context).map(({ attributes }) => attributes['schedule'] ?? '');
  return [...new Set(texts)];
}

/** Returns a recorded file. Skips the test with a reason if the recordings are missing. */
function recorded<T>(context: TestContext, path: string, schema: z.ZodMiniType<T>): T {
  if (!existsSync(join(SHARED, path))) {
    const reason = `no recordings at ../shared/data/${path} beside the checkout`;
    console.info(`skipped: ${reason}`);
    context.skip(reason);
  }
  return schema.parse(JSON.parse(readFileSync(join(SHARED, path), 'utf8')));
}
