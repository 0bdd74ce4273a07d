import { CHANGE_PERIODS } from '../../domain/history/periods.ts';
import { fitName, MAX_NAME } from '../../base/text/fit-name.ts';
import { FEED_ID, type FeedId } from '../../base/units.ts';
import {
  hasShape,
  isAbsentOr,
  isListOf,
  isMapOf,
  isNullOr,
  isOneOf,
  isText,
  isTextLike,
  type Guard,
} from '../guards.ts';
import { CURRENCY, MAX_GROUPS } from '../../base/limits.ts';
import type { Group, ListView } from '../../domain/watchlist/view.ts';
import { defineStoredItem } from '../stored-item.ts';

const isVisibleName: Guard<string> = (value): value is string =>
  isText(value) && value !== '' && value.length <= MAX_NAME && fitName(value) === value;

/** Named parts of the watchlist, in the user's order. "All" is the watchlist itself. */
export const groups = defineStoredItem<Group[]>('local:groups', {
  looksRight: isListOf(
    hasShape<Group>({
      id: isText,
      name: isVisibleName,
      feedIds: isListOf(isTextLike(FEED_ID)),
      currency: isAbsentOr(isNullOr(isTextLike(CURRENCY))),
    }),
    MAX_GROUPS,
  ),
  schema: (schemas) => schemas.groups,
  fallback: [],
});

/** The user's own names for feeds, by feed id. */
export const rowNames = defineStoredItem<Record<FeedId, string>>('local:rowNames', {
  looksRight: isMapOf(isVisibleName),
  schema: (schemas) => schemas.rowNames,
  fallback: {},
});

/** Whether shortcuts of a single letter or sign are on. Speech input triggers them by accident. */
export const singleKeys = defineStoredItem<boolean>('local:singleKeys', {
  looksRight: isOneOf(true, false),
  schema: (schemas) => schemas.flag,
  fallback: true,
});

/** How the watchlist is shown. Sorting never changes the user's own order. */
export const listView = defineStoredItem<ListView>('local:listView', {
  looksRight: hasShape<ListView>({
    groupId: isNullOr(isText),
    sort: isOneOf('hand', 'name', 'change', 'asset-type', 'value', 'gain'),
    density: isOneOf('comfortable', 'compact'),
    changePeriod: isOneOf(...CHANGE_PERIODS),
  }),
  schema: (schemas) => schemas.listView,
  fallback: { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' },
});
