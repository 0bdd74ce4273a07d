import { welcomeSchema } from '../../domain/watchlist/view.ts';
import { stored } from '../stored.ts';

/**
 * `never`: not offered after an update; `open`: the popup shows its steps; `done`: finished or
 * dismissed.
 */
export const welcome = stored('local:welcome', {
  schema: welcomeSchema,
  fallback: 'never',
  uses: ['firstPaint'],
});
