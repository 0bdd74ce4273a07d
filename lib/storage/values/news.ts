import { removedSettingsSchema } from '../../base/about/removed-setting.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** The version since which the user has not seen the news; `null`: there are none. */
export const unseenNewsSince = stored('local:unseenNewsSince', {
  schema: z.nullable(z.string()),
  fallback: null,
  uses: ['firstPaint'],
});

/** What updates removed of the user's settings, until the user dismisses the news. */
export const removedSettings = stored('local:removedSettings', {
  schema: removedSettingsSchema,
  fallback: [],
  uses: ['firstPaint'],
});
