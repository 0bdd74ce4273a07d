import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { holdings } from '../../storage/values/holdings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { createAlert, removeAlerts, type AlertResult } from '../alerts/alert-actions.ts';
import { setHolding } from '../holdings/set-holding.ts';
import { addToList, removeFromWatchlist } from '../watchlist/watchlist.ts';

type Undo = () => Promise<unknown>;
type Refusal = Extract<AlertResult, { refusal: unknown }>['refusal'] | 'full';

/** How an offer was carried out. */
export type Outcome = { readonly undo: Undo } | { readonly refusal: Refusal };

/**
 * Adds new feeds at the end of the watchlist and of a group, if given. Those that don't fit are left
 * out; `full` if none fits.
 */
export async function addFeeds(feeds: readonly Feed[], groupId: string | null): Promise<Outcome> {
  const added: Feed[] = [];
  for (const feed of feeds) {
    const outcome = await addToList(feed, groupId);
    if (outcome === 'added') added.push(feed);
    if (outcome === 'full' && added.length === 0) return { refusal: outcome };
  }
  return {
    undo: async () => {
      for (const { id } of added) await removeFromWatchlist(id);
    },
  };
}

/** Creates an alert, and adds its feed to the watchlist. */
export async function addAlert(
  feed: Feed,
  rule: AlertRule,
  groupId: string | null,
): Promise<Outcome> {
  return withFeed(feed, groupId, async () => {
    const result = await createAlert(rule);
    return 'refusal' in result ? result : { undo: () => removeAlerts([result.rule.id]) };
  });
}

/** Sets the owned quantity as the form does: what it cost stays. */
export async function own(feed: Feed, quantity: string, groupId: string | null): Promise<Outcome> {
  return withFeed(feed, groupId, async () => {
    const { [feed.id]: known } = await holdings.getValue();
    const before = await setHolding(feed.id, { quantity, cost: known?.cost ?? null });
    return { undo: () => setHolding(feed.id, before) };
  });
}

/** Only feeds of the watchlist have alerts and holdings. */
async function withFeed(
  feed: Feed,
  groupId: string | null,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const isListed = (await watchlist.getValue()).includes(feed.id);
  const added = isListed ? null : await addFeeds([feed], groupId);
  if (added && 'refusal' in added) return added;
  const outcome = await act();
  if (!added || !('undo' in added)) return outcome;
  if ('refusal' in outcome) {
    await added.undo();
    return outcome;
  }
  return {
    undo: async () => {
      await outcome.undo();
      await added.undo();
    },
  };
}
