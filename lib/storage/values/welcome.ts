import { isOneOf } from '../guards.ts';
import type { WelcomeState } from '../../domain/watchlist/view.ts';
import { defineStoredItem } from '../stored-item.ts';

/**
 * The first setup. `never`: it was not offered, because an earlier version was installed; `open`:
 * the popup shows its steps; `done`: it was finished or dismissed.
 */
export const welcome = defineStoredItem<WelcomeState>('local:welcome', {
  looksRight: isOneOf('never', 'open', 'done'),
  schema: (schemas) => schemas.welcome,
  fallback: 'never',
});
