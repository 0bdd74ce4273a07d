import { isDeepEqual } from '../../base/deep-equal.ts';
import { filterKeys } from '../../base/filter-keys.ts';
import { MAX_GROUPS, MAX_WATCHLIST } from '../../base/limits.ts';
import { fitName, MAX_NAME } from '../../base/text/fit-name.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import { alertRuleSchema, type AlertRule } from '../alerts/model/rule.ts';
import { refusalOfAnother } from '../alerts/model/rule-changes.ts';
import { displayCurrencySchema } from '../currency/currency-feed.ts';
import { isAboutHoldings } from '../holdings/subject.ts';
import { appearanceSchema } from '../settings.ts';
import { listViewSchema, type Group } from '../watchlist/view.ts';
import { ENTRY_KEY, type Entries } from './entries.ts';

/** What computers share, as it is stored on each. Never amounts, services, tokens or signers. */
export interface Carried {
  watchlist: readonly FeedId[];
  rowNames: Readonly<Record<FeedId, string>>;
  groups: readonly Group[];
  alerts: readonly AlertRule[];
  /** By the names of their stored values, without those that were never set. */
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

const nameSchema = z.string().check(z.maxLength(MAX_NAME), z.overwrite(fitName));
/** `feeds`: short ids, in the user's order. */
const groupSchema = z.object({ name: nameSchema.check(z.minLength(1)), feeds: z.string() });
/** Snoozing and reactivating an alert change its state, and each computer has its own. */
const alertSchema = z
  .omit(alertRuleSchema, { id: true, armedAt: true, snoozedUntil: true })
  .check(z.refine(({ feedId }) => !isAboutHoldings(feedId)));

const SETTINGS: readonly (readonly [string, z.ZodMiniType])[] = [
  ['s.appearance', appearanceSchema],
  ['s.displayCurrency', displayCurrencySchema],
  ['s.listView', z.omit(listViewSchema, { groupId: true })],
];

/** By the key of an entry, or its kind. A price's value is the user's name for it, if any. */
const SCHEMAS = new Map<string, z.ZodMiniType>([
  ['p', nameSchema],
  ['g', groupSchema],
  ['a', alertSchema],
  ...SETTINGS,
]);

/** `undefined` if this version does not understand it. */
function readValue(key: string, value: unknown): unknown {
  if (!ENTRY_KEY.test(key)) return undefined;
  return (SCHEMAS.get(key) ?? SCHEMAS.get(key.slice(0, 1)))?.safeParse(value).data;
}

/**
 * The values as entries. Without what stays on this computer as it is: what is not carried, what it
 * needs itself, and entries that this version does not understand. Orders are of other entries.
 */
export function toEntries(values: Carried, place: Place, entries: Entries): Map<string, unknown> {
  const { watchlist, rowNames, groups, alerts, settings } = values;
  const carried = new Map<string, unknown>();
  const isIn = (key: string): boolean => entries.get(key)?.[1] !== undefined;
  const carry = (key: string, value: unknown): void => {
    const read = readValue(key, value);
    const isForeign = isIn(key) && readValue(key, entries.get(key)?.[1]) === undefined;
    if (read !== undefined && !isForeign) carried.set(key, read);
  };
  for (const id of watchlist) {
    const isDeleted = entries.has(`p.${id}`) && !isIn(`p.${id}`);
    if (!isDeleted || !place.held.has(id)) carry(`p.${id}`, rowNames[id] ?? '');
  }
  const listed = new Set(watchlist);
  for (const { id, name, feedIds } of groups) {
    carry(`g.${id}`, { name, feeds: toShorts(feedIds.filter((feed) => listed.has(feed))) });
  }
  for (const rule of alerts) if (!place.unconfirmed.has(rule.id)) carry(`a.${rule.id}`, rule);
  for (const [id, value] of Object.entries(settings)) carry(`s.${id}`, value);
  for (const kind of ['p', 'g']) {
    const keys = [...carried.keys()].filter((key) => key.startsWith(`${kind}.`) && isIn(key));
    carried.set(`o.${kind}`, toShorts(keys.map((key) => key.slice(2))));
  }
  return carried;
}

/** Enough to tell a thousand prices apart. So the order of as many fits into an item. */
function shortOf(id: string): string {
  return id.slice(0, 8).padEnd(8);
}

function toShorts(ids: readonly string[]): string {
  return ids.map(shortOf).join('');
}

function fromShorts(shorts: unknown): string[] {
  return typeof shorts === 'string' ? [...new Set(shorts.match(/.{8}/g))] : [];
}

/** The values that these entries mean on a computer with values of its own. */
export function toValues(entries: Entries, own: Carried, place: Place): Carried {
  const carried = toEntries(own, place, entries);
  const stays = (kind: string) => (id: string) => !carried.has(`${kind}.${id}`);
  const prices = ofKind(entries, 'p', nameSchema);
  const watchlist = withOwn([...prices.keys()], own.watchlist, stays('p')).slice(0, MAX_WATCHLIST);
  const byShort = new Map(watchlist.map((id) => [shortOf(id), id]));
  const groups = [...ofKind(entries, 'g', groupSchema)].map(([id, { name, feeds }]) => ({
    id,
    name,
    feedIds: fromShorts(feeds).flatMap((short) => byShort.get(short) ?? []),
  }));
  const settings = SETTINGS.flatMap(([key]) => {
    const value = readValue(key, entries.get(key)?.[1]);
    return value === undefined ? [] : [[key.slice(2), value] as const];
  });
  return {
    watchlist,
    rowNames: {
      ...filterKeys(own.rowNames, (id) => stays('p')(id) || !own.watchlist.includes(id)),
      ...Object.fromEntries([...prices].filter(([, name]) => name !== '')),
    },
    groups: withOwn(groups, own.groups, ({ id }) => stays('g')(id)).slice(0, MAX_GROUPS),
    alerts: toAlerts(ofKind(entries, 'a', alertSchema), own.alerts, stays('a'), place.now),
    settings: { ...filterKeys(own.settings, stays('s')), ...Object.fromEntries(settings) },
  };
}

/** By id, in the user's order. Those that it does not name come last, in that of their stamps. */
function ofKind<T>(entries: Entries, kind: string, schema: z.ZodMiniType<T>): Map<string, T> {
  const sorted = [...entries]
    .filter(([key]) => key.startsWith(`${kind}.`))
    .toSorted(([a, [one]], [b, [other]]) => (one + a < other + b ? -1 : 1));
  const read = sorted.flatMap(([key, [, value]]) => {
    const { data } = schema.safeParse(value);
    return data === undefined ? [] : [[key.slice(2), data] as const];
  });
  const order = fromShorts(entries.get(`o.${kind}`)?.[1]);
  return new Map(inOrder(read, order, ([id]) => shortOf(id)));
}

/** New and changed alerts become active now, so that nothing earlier triggers them. */
function toAlerts(
  alerts: ReadonlyMap<string, z.infer<typeof alertSchema>>,
  own: readonly AlertRule[],
  stays: (id: string) => boolean,
  now: UnixMilliseconds,
): AlertRule[] {
  const mine = new Map(own.map((rule) => [rule.id, rule]));
  const after = new Map(own.filter(({ id }) => stays(id)).map((rule) => [rule.id, rule]));
  for (const [id, alert] of alerts) {
    if (after.has(id) || refusalOfAnother([...after.values()], alert.feedId) !== null) continue;
    const was = mine.get(id);
    const isSame = was !== undefined && isDeepEqual(alertSchema.safeParse(was).data, alert);
    const snoozedUntil = was?.snoozedUntil ?? null;
    after.set(id, isSame ? was : { ...alert, id, snoozedUntil, armedAt: now });
  }
  return inOrder([...after.values()], [...mine.keys()], ({ id }) => id);
}

/** Those that the order does not name come last. */
function inOrder<T>(
  items: readonly T[],
  order: readonly string[],
  nameOf: (item: T) => string,
): T[] {
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = (item: T): number => places.get(nameOf(item)) ?? order.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** With what stays on this computer, where it was. */
function withOwn<T>(items: T[], own: readonly T[], stays: (item: T) => boolean): T[] {
  return own.reduce(
    (all, item, place) => (stays(item) ? all.toSpliced(place, 0, item) : all),
    items,
  );
}
