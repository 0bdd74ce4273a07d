import { alertRuleSchema } from '../../domain/alerts/model/rule.ts';
import type { Offer } from '../../domain/offers/offers.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { holdings } from '../../storage/values/holdings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { createAlert, removeAlerts, type AlertResult } from '../alerts/alert-actions.ts';
import { setHolding } from '../holdings/set-holding.ts';
import { createGroup, deleteGroup, showGroup } from '../watchlist/groups.ts';
import { addToList, removeFromWatchlist } from '../watchlist/watchlist.ts';

/** A group has its name. */
type NamedGroup = Extract<Offer, { kind: 'group' }> & { readonly name: string };

/** An offer that changes something; the others open a view. */
export type Act = Extract<Offer, { kind: 'alert' | 'own' | 'list' }> | NamedGroup;

/** How an offer was carried out. `full`: the watchlist. */
export type Outcome =
  | { readonly added: number; readonly undo: () => Promise<void> }
  | { readonly refusal: Extract<AlertResult, { refusal: unknown }>['refusal'] | 'full' };

/**
 * Adds the offer's feeds at the end of the watchlist and of a group, if given: only they have alerts
 * and holdings. Of a list, those that don't fit are left out. Then does what the offer says.
 */
export async function carryOut(offer: Act, groupId: string | null): Promise<Outcome> {
  const added = await addFeeds('feeds' in offer ? offer.feeds : [offer.feed], groupId);
  if (added === 'full') return { refusal: added };
  const removeAdded = async (): Promise<void> => {
    for (const { id } of added) await removeFromWatchlist(id);
  };
  const done = await act(offer);
  if ('refusal' in done) {
    await removeAdded();
    return done;
  }
  const undo = async (): Promise<void> => {
    await done.undo();
    await removeAdded();
  };
  return { added: added.length, undo };
}

/** Returns the new ones that fit; `full` if none of them does. */
async function addFeeds(
  feeds: readonly Feed[],
  groupId: string | null,
): Promise<readonly Feed[] | 'full'> {
  const listed = await watchlist.getValue();
  const added: Feed[] = [];
  for (const feed of feeds.filter(({ id }) => !listed.includes(id))) {
    if ((await addToList(feed, groupId)) === 'full') return added.length > 0 ? added : 'full';
    added.push(feed);
  }
  return added;
}

async function act(offer: Act) {
  if (offer.kind === 'list') return { undo: async () => undefined };
  if (offer.kind === 'group') return showNewGroup(offer);
  const { id } = offer.feed;
  if (offer.kind === 'alert') {
    const { direction, level } = offer;
    const trigger = { kind: 'crosses', direction, level };
    const made = await createAlert(alertRuleSchema.parse({ id: 'new', feedId: id, trigger }));
    return 'refusal' in made ? made : { undo: () => removeAlerts([made.rule.id]) };
  }
  // As the form does: what it cost stays.
  const cost = (await holdings.getValue())[id]?.cost ?? null;
  const before = await setHolding(id, { quantity: offer.quantity, cost });
  return { undo: () => setHolding(id, before) };
}

/** Without feeds for which the watchlist has no room. */
async function showNewGroup({ name, feeds }: NamedGroup) {
  const listed = await watchlist.getValue();
  const ids = feeds.map(({ id }) => id).filter((id) => listed.includes(id));
  const groupId = (await createGroup(name, ids))?.id ?? null;
  if (groupId !== null) await showGroup(groupId);
  return {
    undo: async (): Promise<void> => {
      if (groupId !== null) await deleteGroup(groupId);
    },
  };
}
