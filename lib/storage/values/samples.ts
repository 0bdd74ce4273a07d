import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/**
 * Whether sample prices, which the extension generates, are shown. Set once, at an install that
 * finds no user data, and cleared for good after the user has gone live: by the worker, once real
 * prices are stored.
 */
export const areSamplesShown = stored('local:areSamplesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint'],
});
