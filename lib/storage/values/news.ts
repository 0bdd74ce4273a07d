import { isNullOr, isText } from '../guards.ts';
import { defineStoredItem } from '../stored-item.ts';

/** The version since which the user has not seen the news; `null`: there are none. */
export const unseenNewsSince = defineStoredItem<string | null>('local:unseenNewsSince', {
  looksRight: isNullOr(isText),
  schema: (schemas) => schemas.unseenNewsSince,
  fallback: null,
});
