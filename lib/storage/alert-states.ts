import { browser } from 'wxt/browser';
import { alertStateSchema, type AlertState } from '../alerts/state.ts';
import { feedWatchSchema, type FeedWatch } from '../alerts/feed-watch.ts';
import { z } from '../zod.ts';

// One key a feed, in session storage beside the feed's latest price: both are written in one step,
// so that a worker killed at any instruction leaves either both or none.
const PREFIX = 'alerts:';

const feedAlertsSchema = z.object({
  watch: z.nullable(feedWatchSchema),
  /** By alert id. */
  states: z.record(z.string(), alertStateSchema),
});

/** What became of a feed's alerts, and when the feed was last looked at. */
export interface FeedAlerts {
  watch: FeedWatch | null;
  states: Record<string, AlertState>;
}

/** Reads the alert states of these feeds; feeds whose alerts saw nothing yet are left out. */
export async function readAlertStates(
  feedIds: readonly string[],
): Promise<Map<string, FeedAlerts>> {
  const stored = await browser.storage.session.get(feedIds.map((id) => PREFIX + id));
  const found = new Map<string, FeedAlerts>();
  for (const id of feedIds) {
    const alerts = parse(stored[PREFIX + id]);
    if (alerts) found.set(id, alerts);
  }
  return found;
}

/** Calls back with the feeds whose alert states changed; returns how to stop. */
export function watchAlertStates(
  onChange: (changed: ReadonlyMap<string, FeedAlerts | undefined>) => void,
): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>): void => {
    const changed = new Map<string, FeedAlerts | undefined>();
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(PREFIX)) changed.set(key.slice(PREFIX.length), parse(newValue));
    }
    if (changed.size > 0) onChange(changed);
  };
  browser.storage.session.onChanged.addListener(listener);
  return () => browser.storage.session.onChanged.removeListener(listener);
}

function parse(raw: unknown): FeedAlerts | undefined {
  const result = feedAlertsSchema.safeParse(raw);
  return result.success ? result.data : undefined;
}
