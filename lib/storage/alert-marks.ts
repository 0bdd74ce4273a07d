import type { FeedId } from '../units.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const alertMarkSchema = z.enum(['armed', 'fired']);
/** `fired`: an alert of the feed fired and the user has not seen it yet. */
export type AlertMark = z.infer<typeof alertMarkSchema>;

/**
 * The bells of the rows, by feed id; none for a feed without an enabled alert. The worker derives
 * them, and they have a file of their own, so that the popup's first paint loads no alert code.
 */
export const alertMarks = defineStoredItem<Record<FeedId, AlertMark>>('local:alertMarks', {
  schema: z.record(z.string(), alertMarkSchema),
  fallback: {},
});
