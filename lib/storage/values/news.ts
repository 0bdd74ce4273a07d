import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** The version before unseen news. */
export const unseenNewsSince = stored('local:unseenNewsSince', {
  schema: z.nullable(z.string()),
  fallback: null,
  uses: ['firstPaint'],
});
