import { z } from '../../base/zod.ts';
import {
  groupsSchema,
  listViewSchema,
  rowNamesSchema,
  withoutOldSorts,
} from '../../domain/watchlist/view.ts';
import { stored } from '../stored.ts';

/** In the user's order. "All" is the watchlist itself. */
export const groups = stored('local:groups', {
  schema: groupsSchema,
  fallback: [],
  uses: ['firstPaint', 'options', 'backup'],
});

export const rowNames = stored('local:rowNames', {
  schema: rowNamesSchema,
  fallback: {},
  uses: ['firstPaint', 'backup'],
});

/** Optional, because speech input may trigger single-letter shortcuts by accident. */
export const singleKeys = stored('local:singleKeys', {
  schema: z.boolean(),
  fallback: true,
  uses: ['firstPaint', 'options', 'backup'],
  title: 'shortcuts.singleKeys',
});

/** Sorting never changes the user's own order. */
export const listView = stored('local:listView', {
  schema: listViewSchema,
  fallback: {
    groupId: null,
    sort: 'hand',
    density: 'comfortable',
    changePeriod: '24h',
    showsConfidence: false,
    changeAs: 'percent',
  },
  migrations: [withoutOldSorts],
  uses: ['firstPaint', 'backup'],
  title: 'popup.viewButton',
});
