import { isDeepEqual } from '../../base/deep-equal.ts';
import { isMap } from '../../base/is-map.ts';
import { z } from '../../base/zod.ts';
import { mergeEntries, NO_STAMP, STAMP, type Entries, type Entry } from './entries.ts';

/**
 * Entries are stored in buckets, by a hash of their keys, each in an item of the browser's sync
 * storage. If two computers write an item, the browser keeps one of the two, so each bucket is
 * complete by itself, and a computer that finds its entries missing writes them again.
 *
 * **Deletions** leave their stamps behind: the last eight of each bucket, whatever clocks say. The
 * bucket remembers the last stamp that it has forgotten. A computer that was away may have an entry
 * that the bucket lacks. It was deleted if it is older than that, and another computer has stored it
 * with this very stamp. Otherwise it stays and is stored again: what was added or changed on a
 * computer is never lost, however long it was away. In doubt, a deleted entry comes back: one that no
 * other computer is known to have stored, after eight later deletions in its bucket.
 */
interface Bucket {
  /** The computer that wrote it. */
  by: string;
  forgotten: string;
  entries: Entries;
}

/** By item. `newer`: a newer version's, which stays as it is. */
export type Buckets = ReadonlyMap<string, Bucket | 'newer'>;

const COUNT = 32;
const FORMAT = 1;
const ITEM = /^entries(?:[12]?\d|3[01])$/;
const KEY = /^[a-z]\.[\w-]{1,64}$/;
const MAX_DELETED = 8;

const stampSchema = z.string().check(z.regex(STAMP));
const entrySchema = z.union([z.tuple([stampSchema]), z.tuple([stampSchema, z.unknown()])]);
const bucketSchema = z.object({
  by: z.catch(z.string(), ''),
  forgotten: z.catch(stampSchema, NO_STAMP),
  entries: z.record(z.string(), z.catch(z.nullable(entrySchema), null)),
});

export function isEntryKey(key: string): boolean {
  return KEY.test(key);
}

/** Leaves out damaged entries and buckets. */
export function readBuckets(items: Readonly<Record<string, unknown>>): Buckets {
  const buckets = new Map<string, Bucket | 'newer'>();
  for (const [name, item] of Object.entries(items)) {
    if (!ITEM.test(name) || !isMap(item)) continue;
    const { data } = bucketSchema.safeParse(item);
    if (typeof item['format'] === 'number' && item['format'] > FORMAT) buckets.set(name, 'newer');
    else if (data) buckets.set(name, { ...data, entries: readEntries(name, data.entries) });
  }
  return buckets;
}

type RawEntry = z.infer<typeof entrySchema> | null;

function readEntries(name: string, raw: Readonly<Record<string, RawEntry>>): Entries {
  return new Map(
    Object.entries(raw).flatMap(([key, entry]) => {
      if (entry === null || !isEntryKey(key) || bucketOf(key) !== name) return [];
      const [stamp, value] = entry;
      return [[key, { stamp, ...(value !== undefined && { value }) }] as const];
    }),
  );
}

/** Merges what this computer knows with what is stored. @param device this computer */
export function receive(own: Entries, buckets: Buckets, device: string): Entries {
  const known = [...own].filter(([key, entry]) => !wasForgotten(key, entry, buckets));
  return readable(buckets).reduce<Entries>((all, { by, entries }) => {
    const isShared = by !== device;
    const arrived = [...entries].map(
      ([key, entry]) => [key, { ...entry, ...(isShared && { isShared }) }] as const,
    );
    return mergeEntries(all, new Map(arrived));
  }, new Map(known));
}

/** Whether an entry was deleted elsewhere so long ago that the deletion is forgotten. */
function wasForgotten(key: string, { stamp, isShared }: Entry, buckets: Buckets): boolean {
  const bucket = buckets.get(bucketOf(key));
  if (!isShared || bucket === undefined || bucket === 'newer') return false;
  return !bucket.entries.has(key) && stamp <= bucket.forgotten;
}

/** The latest stamp that any bucket has forgotten. */
export function lastForgotten(buckets: Buckets): string {
  return readable(buckets).reduce(
    (last, { forgotten }) => (forgotten > last ? forgotten : last),
    NO_STAMP,
  );
}

function readable(buckets: Buckets): Bucket[] {
  return [...buckets.values()].filter((bucket) => bucket !== 'newer');
}

/** The entries without old deletions, and the items that have to be stored. */
export function toItems(
  entries: Entries,
  buckets: Buckets,
  device: string,
): { entries: Entries; items: Record<string, unknown> } {
  const parts = Map.groupBy(entries, ([key]) => bucketOf(key));
  const remembered: [string, Entry][] = [];
  const items: Record<string, unknown> = {};
  for (const [name, part] of parts) {
    const was = buckets.get(name);
    if (was === 'newer') {
      remembered.push(...part);
      continue;
    }
    const bucket = forget(part, was?.forgotten ?? NO_STAMP);
    remembered.push(...bucket.entries);
    const after = { forgotten: bucket.forgotten, entries: toRaw(bucket.entries) };
    const stored = was && { forgotten: was.forgotten, entries: toRaw(was.entries) };
    if (!isDeepEqual(after, stored)) items[name] = { format: FORMAT, by: device, ...after };
  }
  return { entries: new Map(remembered), items };
}

function forget(
  part: readonly (readonly [string, Entry])[],
  forgotten: string,
): { entries: Entries; forgotten: string } {
  const deleted = part
    .flatMap(([, { stamp, value }]) => (value === undefined ? stamp : []))
    .toSorted();
  const surplus = deleted.slice(0, -MAX_DELETED);
  const last = [forgotten, ...surplus].toSorted().at(-1) ?? NO_STAMP;
  const entries = part.filter(([, { stamp, value }]) => value !== undefined || stamp > last);
  return { entries: new Map(entries), forgotten: last };
}

function toRaw(entries: Entries): Record<string, unknown> {
  return Object.fromEntries(
    [...entries].map(([key, { stamp, value }]) => [
      key,
      value === undefined ? [stamp] : [stamp, value],
    ]),
  );
}

/** By FNV-1a. The orders, which may be long, are alone in the first one. */
function bucketOf(key: string): string {
  if (key.startsWith('o.')) return 'entries0';
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return `entries${1 + ((hash >>> 0) % (COUNT - 1))}`;
}
