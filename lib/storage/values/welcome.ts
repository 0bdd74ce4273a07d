import { welcomeSchema } from '../../domain/watchlist/view.ts';
import { stored } from '../stored.ts';

/**
 * The first setup. `never`: it was not offered, because an earlier version was installed; `open`:
 * the popup shows its steps; `done`: it was finished or dismissed.
 */
export const welcome = stored('local:welcome', {
  schema: welcomeSchema,
  fallback: 'never',
  uses: ['firstPaint'],
});
