import { browser } from 'wxt/browser';
import { feedWatchSchema, type FeedAlerts } from '../alerts/model/feed-alerts.ts';
import { alertStateSchema } from '../alerts/model/state.ts';
import { defineStoredItem } from './stored-item.ts';
import { withDefault, z } from '../zod.ts';

// One key a feed, in session storage beside the feed's latest price: both are written in one step,
// so that a worker killed at any instruction leaves either both or none.
const PREFIX = 'alerts:';

// A damaged state costs that alert's memory, not the feed's.
const statesSchema = z.pipe(
  z.record(z.string(), z.catch(z.nullable(alertStateSchema), null)),
  z.transform((states) =>
    Object.fromEntries(
      Object.entries(states).flatMap(([id, state]) => (state ? [[id, state]] : [])),
    ),
  ),
);

const revision = withDefault(z.number(), 0);

const feedAlertsSchema = z.object({
  watch: z.nullable(feedWatchSchema),
  /** By alert id. */
  states: statesSchema,
  revision,
});

/**
 * What has to outlive the browser, by feed id: written with each firing in one step, and now and
 * then for the rest. When the feeds were last looked at stays out: before, nobody looked.
 */
export const durableAlertStates = defineStoredItem<Record<string, Omit<FeedAlerts, 'watch'>>>(
  'local:alertStates',
  {
    schema: z.record(z.string(), z.object({ states: statesSchema, revision })),
    fallback: {},
  },
);

/**
 * Reads what is known of these feeds' alerts: from this session, else (or where a worker died
 * between its two writes) from the durable copy. `recalled` names the feeds of the latter kind.
 */
export async function readFeedAlerts(
  feedIds: readonly string[],
): Promise<{ feeds: Map<string, FeedAlerts>; recalled: string[] }> {
  const [stored, durable] = await Promise.all([
    browser.storage.session.get(feedIds.map((id) => PREFIX + id)),
    durableAlertStates.getValue(),
  ]);
  const feeds = new Map<string, FeedAlerts>();
  const recalled: string[] = [];
  for (const id of feedIds) {
    const session = parse(stored[PREFIX + id]);
    const copy = Object.hasOwn(durable, id) ? durable[id] : undefined;
    const isBehind = copy !== undefined && (!session || copy.revision > session.revision);
    const known = isBehind ? { ...copy, watch: session?.watch ?? null } : session;
    if (known) feeds.set(id, known);
    if (isBehind) recalled.push(id);
  }
  return { feeds, recalled };
}

/** Session items of these feeds' alerts, to be written in one step with their prices. */
export function feedAlertsItems(feeds: ReadonlyMap<string, FeedAlerts>): Record<string, unknown> {
  return Object.fromEntries([...feeds].map(([id, record]) => [PREFIX + id, record]));
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
