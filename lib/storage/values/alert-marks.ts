import type { FeedId } from '../../base/units.ts';
import { isMapOf, isOneOf } from '../guards.ts';
import type { AlertMark } from '../../domain/alerts/model/mark.ts';
import { defineStoredItem } from '../stored-item.ts';

/**
 * The bells of the rows, by feed id; none for a feed without an enabled alert. The worker derives
 * them, and they have a file of their own, so that the popup's first paint loads no alert code.
 */
export const alertMarks = defineStoredItem<Record<FeedId, AlertMark>>('local:alertMarks', {
  looksRight: isMapOf(isOneOf('armed', 'fired')),
  schema: ({ alertMarks: schema }) => schema,
  fallback: {},
});
