import {
  feedWatchSchema,
  waitingSchema,
  type FeedAlerts,
} from '../../domain/alerts/model/feed-alerts.ts';
import { alertStateSchema } from '../../domain/alerts/model/state.ts';
import { translateState } from '../../domain/alerts/model/translate.ts';
import { isMap } from '../../base/is-map.ts';
import type { FeedId } from '../../base/units.ts';
import { withDefault, z } from '../../base/zod.ts';
import { storedByFeed } from '../stored-by-feed.ts';
import { stored } from '../stored.ts';

// A damaged state restarts only its alert.
const statesSchema = z.pipe(
  z.record(z.string(), z.catch(z.nullable(alertStateSchema), null)),
  z.transform((states) =>
    Object.fromEntries(
      Object.entries(states).flatMap(([id, state]) => (state ? [[id, state]] : [])),
    ),
  ),
);

const durableSchema = z.object({
  /** By alert id. */
  states: statesSchema,
  revision: withDefault(z.number(), 0),
});

const recordSchema = z.extend(durableSchema, {
  watch: z.nullable(feedWatchSchema),
  isRecalled: z.optional(z.boolean()),
  waiting: z.catch(z.optional(waitingSchema), undefined),
});

// Written in one step with the feed's price, so a dying worker stores both values or neither.
const sessionAlerts = storedByFeed('session:alerts:', { schema: recordSchema });

/** Session items to write in one step with the feeds' prices. */
export const feedAlertsItems = sessionAlerts.entries;

/** Returns a function that stops watching. */
export const watchAlertStates = sessionAlerts.watch;

/** Removes the states that pages see. */
export const removeAllAlertStates = sessionAlerts.removeAll;

/**
 * States that outlive the browser, written with each firing and occasionally otherwise. They lack
 * the time of the last check, because time with the browser closed must count as a gap.
 */
export const durableAlertStates = stored<Record<string, Pick<FeedAlerts, 'states' | 'revision'>>>(
  'local:alertStates',
  {
    schema: z.record(z.string(), durableSchema),
    migrations: [unchanged, withTranslatedStates],
    fallback: {},
  },
);

/**
 * This session's states, or the durable ones if missing or if the worker died between its two
 * writes. `recalled` lists the feeds whose durable states are used.
 */
export async function readFeedAlerts(
  feedIds: readonly FeedId[],
): Promise<{ feeds: Map<FeedId, FeedAlerts>; recalled: FeedId[] }> {
  const [feeds, durable] = await Promise.all([
    sessionAlerts.read(feedIds),
    durableAlertStates.getValue(),
  ]);
  const recalled: FeedId[] = [];
  for (const id of feedIds) {
    const session = feeds.get(id);
    const copy = Object.hasOwn(durable, id) ? durable[id] : undefined;
    if (!copy || (session && copy.revision <= session.revision)) continue;
    const { watch = null, waiting, isRecalled = session === undefined } = session ?? {};
    feeds.set(id, { ...copy, watch, waiting, isRecalled });
    recalled.push(id);
  }
  return { feeds, recalled };
}

/** Version 1 stored why an alert had paused by itself, as a sentence. Alerts no longer do that. */
function unchanged(old: unknown): unknown {
  return old;
}

function withTranslatedStates(old: unknown): unknown {
  return mapValues(old, (feed) =>
    isMap(feed) ? { ...feed, states: mapValues(feed['states'], translateState) } : feed,
  );
}

function mapValues(map: unknown, change: (value: unknown) => unknown): unknown {
  if (!isMap(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
