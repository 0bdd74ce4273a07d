import { isDeepEqual } from '../../base/deep-equal.ts';
import { filterKeys } from '../../base/filter-keys.ts';
import { isMap } from '../../base/is-map.ts';
import { MAX_GROUPS, MAX_WATCHLIST } from '../../base/limits.ts';
import { fitName, MAX_NAME } from '../../base/text/fit-name.ts';
import { FEED_ID, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import { alertRuleSchema, type AlertRule } from '../alerts/model/rule.ts';
import { refusalOfAnother } from '../alerts/model/rule-changes.ts';
import { displayCurrencySchema } from '../currency/currency-feed.ts';
import { isAboutHoldings } from '../holdings/subject.ts';
import { appearanceSchema } from '../settings.ts';
import { listViewSchema, type Group } from '../watchlist/view.ts';
import { isEntryKey } from './buckets.ts';
import type { Entries } from './entries.ts';

/** What computers share, as it is stored on each. Never amounts, services, tokens or signers. */
export interface Carried {
  watchlist: readonly FeedId[];
  rowNames: Readonly<Record<FeedId, string>>;
  groups: readonly Group[];
  alerts: readonly AlertRule[];
  /** Without those that were never set. */
  settings: Readonly<Record<string, unknown>>;
}

/** What matters on this computer only. */
export interface Place {
  now: UnixMilliseconds;
  /** Prices that stay in the list although another computer deleted them: amounts need them. */
  held: ReadonlySet<FeedId>;
  /** Alerts that were set on sample prices. Not shared until they are confirmed. */
  unconfirmed: ReadonlySet<string>;
}

/** The settings that are carried, by the names of their stored values. */
const SETTINGS: Readonly<Record<string, z.ZodMiniType>> = {
  appearance: appearanceSchema,
  displayCurrency: displayCurrencySchema,
  listView: z.omit(listViewSchema, { groupId: true }),
};

const groupSchema = z.object({
  name: z.string().check(z.maxLength(MAX_NAME)),
  /** Short ids in the user's order. */
  feeds: z.string(),
});

/** Entries that this version understands, each kind in the order of their stamps. */
interface Understood {
  /** The user's names, empty where there is none. */
  prices: Map<FeedId, string>;
  groups: Map<string, z.infer<typeof groupSchema>>;
  alerts: Map<string, AlertRule>;
  settings: Map<string, unknown>;
  orders: Map<string, string>;
  /** Keys of all others. They stay as they are, here and where they are stored. */
  foreign: Set<string>;
  deleted: Set<string>;
}

const understood = new WeakMap<Entries, Understood>();

function understand(entries: Entries): Understood {
  const known = understood.get(entries) ?? readEntries(entries);
  understood.set(entries, known);
  return known;
}

function readEntries(entries: Entries): Understood {
  const [prices, groups, alerts] = [new Map(), new Map(), new Map()];
  const [settings, orders] = [new Map(), new Map()];
  const [foreign, deleted] = [new Set<string>(), new Set<string>()];
  const kinds: Record<string, Map<string, unknown>> = {
    p: prices,
    g: groups,
    a: alerts,
    s: settings,
    o: orders,
  };
  const sorted = [...entries].toSorted(([a, { stamp: one }], [b, { stamp: other }]) =>
    one + a < other + b ? -1 : 1,
  );
  for (const [key, { value }] of sorted) {
    const [kind, id] = [key.slice(0, 1), key.slice(2)];
    const read = value === undefined ? undefined : readValue(kind, id, value);
    if (value === undefined) deleted.add(key);
    else if (read === undefined) foreign.add(key);
    else kinds[kind]?.set(id, read);
  }
  return { prices, groups, alerts, settings, orders, foreign, deleted };
}

/** `undefined` if this version does not understand it. */
function readValue(kind: string, id: string, value: unknown): unknown {
  switch (kind) {
    case 'p':
      return FEED_ID.test(id) && isText(value) && value.length <= MAX_NAME ? value : undefined;
    case 'g':
      return groupSchema.safeParse(value).data;
    case 'a': {
      if (!isMap(value)) return undefined;
      const rule = { ...value, id, armedAt: 0, snoozedUntil: null };
      const { data } = alertRuleSchema.safeParse(rule);
      return data && !isAboutHoldings(data.feedId) ? data : undefined;
    }
    case 's':
      return Object.hasOwn(SETTINGS, id) ? SETTINGS[id]?.safeParse(value).data : undefined;
    case 'o':
      return isText(value) ? value : undefined;
    default:
      return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The values as entries, without those that are not carried or that stay as they are. */
export function toEntries(values: Carried, place: Place, entries: Entries): Map<string, unknown> {
  const { foreign } = understand(entries);
  const listed = new Set(values.watchlist);
  const carried = new Map<string, unknown>([
    ...values.watchlist.map((id) => [`p.${id}`, values.rowNames[id] ?? ''] as const),
    ...values.groups.map(({ id, name, feedIds }) => {
      const feeds = feedIds.filter((feed) => listed.has(feed)).map(shortOf);
      return [`g.${id}`, { name, feeds: feeds.join(' ') }] as const;
    }),
    ...values.alerts
      .filter((rule) => isCarried(rule, place))
      .map((rule) => [`a.${rule.id}`, definitionOf(rule)] as const),
    ...Object.entries(values.settings).map(
      ([id, value]) => [`s.${id}`, readValue('s', id, value)] as const,
    ),
  ]);
  for (const key of carried.keys()) if (foreign.has(key) || !isEntryKey(key)) carried.delete(key);
  return carried;
}

/** The orders of prices and groups, as entries. Only of those that `entries` has. */
export function ordersOf(values: Carried, entries: Entries): Map<string, string> {
  const known = understand(entries);
  const ids = values.watchlist.filter((id) => known.prices.has(id)).map(shortOf);
  const groupIds = values.groups.map(({ id }) => id).filter((id) => known.groups.has(id));
  return new Map([
    ['o.p', ids.join(' ')],
    ['o.g', groupIds.join(' ')],
  ]);
}

/** Enough to tell a thousand prices apart. */
function shortOf(id: FeedId): string {
  return id.slice(0, 8);
}

function isCarried({ id, feedId }: AlertRule, { unconfirmed }: Place): boolean {
  return !isAboutHoldings(feedId) && !unconfirmed.has(id);
}

/** Snoozing and reactivating an alert change its state, and each computer has its own. */
function definitionOf(rule: AlertRule): Record<string, unknown> {
  const { id: _id, armedAt: _armedAt, snoozedUntil: _snoozedUntil, ...definition } = rule;
  return definition;
}

/** The values that these entries mean on a computer with values of its own. */
export function toValues(entries: Entries, own: Carried, place: Place): Carried {
  const known = understand(entries);
  const { prices, groups, settings, orders, foreign, deleted } = known;
  const stays = (id: FeedId): boolean =>
    foreign.has(`p.${id}`) || (place.held.has(id) && deleted.has(`p.${id}`));
  const ids = inOrder(prices.keys(), orders.get('p'), shortOf);
  const watchlist = [...ids, ...own.watchlist.filter(stays)].slice(0, MAX_WATCHLIST);
  const names = [...prices].map(([id, name]) => [id, fitName(name)]);
  const byShort = new Map(watchlist.map((id) => [shortOf(id), id]));
  const understoodGroups = inOrder(groups.keys(), orders.get('g')).flatMap((id) => {
    const { name, feeds } = groups.get(id) ?? { name: '', feeds: '' };
    const feedIds = feeds.split(' ').flatMap((short) => byShort.get(short) ?? []);
    const fitted = fitName(name);
    return fitted === '' ? [] : { id, name: fitted, feedIds: [...new Set(feedIds)] };
  });
  const otherGroups = own.groups.filter(
    ({ id }) => foreign.has(`g.${id}`) || !isEntryKey(`g.${id}`),
  );
  return {
    watchlist,
    rowNames: {
      ...filterKeys(own.rowNames, (id) => stays(id) || !own.watchlist.includes(id)),
      ...Object.fromEntries(names.filter(([, name]) => name !== '')),
    },
    groups: [...understoodGroups, ...otherGroups].slice(0, MAX_GROUPS),
    alerts: toAlerts(known, own.alerts, place),
    settings: {
      ...filterKeys(own.settings, (name) => foreign.has(`s.${name}`)),
      ...Object.fromEntries(settings),
    },
  };
}

/** New and changed alerts become active now, so that nothing earlier triggers them. */
function toAlerts(
  { alerts, foreign }: Understood,
  own: readonly AlertRule[],
  place: Place,
): AlertRule[] {
  const stays = own.filter((rule) => !isCarried(rule, place) || foreign.has(`a.${rule.id}`));
  const after = new Map(stays.map((rule) => [rule.id, rule]));
  for (const rule of alerts.values()) {
    const isFull = refusalOfAnother([...after.values()], rule.feedId) !== null;
    if (!after.has(rule.id) && !isFull) after.set(rule.id, rule);
  }
  const mine = new Map(own.map((rule) => [rule.id, rule]));
  return inOrder(after.keys(), [...mine.keys()].join(' ')).flatMap((id) => {
    const [was, is] = [mine.get(id), after.get(id)];
    if (!is) return [];
    if (was && isDeepEqual(definitionOf(was), definitionOf(is))) return was;
    return { ...is, snoozedUntil: was?.snoozedUntil ?? null, armedAt: place.now };
  });
}

/** Those that the order does not name come last. */
function inOrder(ids: Iterable<string>, order = '', nameOf = (id: string): string => id): string[] {
  const places = new Map(order.split(' ').map((name, place) => [name, place]));
  const placeOf = (id: string): number => places.get(nameOf(id)) ?? Infinity;
  return [...ids].toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
