import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/**
 * Whether sample prices, which the extension generates, are shown. Set once, at an install that
 * finds no user data, and cleared for good when the user goes live.
 */
export const areSamplesShown = stored('local:areSamplesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint', 'workerStart'],
});

/**
 * Ids of the alerts that were paused when the user went live, because their levels were chosen for
 * sample prices. The user confirms each alert with live prices.
 */
export const alertsToConfirm = stored<readonly string[]>('local:alertsToConfirm', {
  schema: z.array(z.string()),
  fallback: [],
});
