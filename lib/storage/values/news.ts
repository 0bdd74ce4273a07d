import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** The version since which the user has not seen the news; `null`: there are none. */
export const unseenNewsSince = stored('local:unseenNewsSince', {
  schema: z.nullable(z.string()),
  fallback: null,
  uses: ['firstPaint'],
});
