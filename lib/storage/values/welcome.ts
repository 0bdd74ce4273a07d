import { welcomeSchema } from '../../domain/watchlist/view.ts';
import { stored } from '../stored.ts';

/** `never`: the welcome page has not opened yet. `done`: versions whose page had a last step. */
export const welcome = stored('local:welcome', {
  schema: welcomeSchema,
  fallback: 'never',
});
