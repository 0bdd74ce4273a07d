import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/**
 * Whether the profile shows sample prices, which the extension makes itself. Set once, at an install
 * that finds nothing of the user, and cleared for good when the user goes live.
 */
export const areSamplesShown = stored('local:areSamplesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint', 'workerStart'],
});

/**
 * The ids of the alerts that were paused when the user went live: their levels were set beside sample
 * prices. The user confirms them beside live prices.
 */
export const alertsToConfirm = stored<readonly string[]>('local:alertsToConfirm', {
  schema: z.array(z.string()),
  fallback: [],
});
