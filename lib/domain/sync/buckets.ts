import { isDeepEqual } from '../../base/deep-equal.ts';
import { z } from '../../base/zod.ts';
import { ENTRY_KEY, entrySchema, stampSchema, type Entries, type Entry } from './entries.ts';

const COUNT = 32;
const FORMAT = 1;
const MAX_DELETED = 8;

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
const bucketSchema = z.object({
  format: z.catch(z.number(), FORMAT),
  /** The computer that wrote it. */
  by: z.catch(z.string(), ''),
  /** Empty if it has forgotten none. */
  forgotten: z.catch(stampSchema, ''),
  entries: z.catch(z.pipe(z.record(z.string(), z.unknown()), z.transform(undamaged)), {}),
});
export type Buckets = ReadonlyMap<string, z.infer<typeof bucketSchema>>;

const EMPTY = bucketSchema.parse({});

function undamaged(raw: Readonly<Record<string, unknown>>): Record<string, Entry> {
  const entries = Object.entries(raw).flatMap(([key, entry]) => {
    const { data } = entrySchema.safeParse(entry);
    return data && ENTRY_KEY.test(key) ? [[key, data] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** By item. Leaves out damaged entries and buckets, and what a newer version's buckets have. */
export function readBuckets(items: Readonly<Record<string, unknown>>): Buckets {
  const buckets = Object.entries(items).flatMap(([name, item]) => {
    const { data } = bucketSchema.safeParse(item);
    if (!data) return [];
    return [[name, data.format > FORMAT ? { ...EMPTY, format: data.format } : data] as const];
  });
  return new Map(buckets);
}

/** Whether a newer version stored some of them. They stay as they are. */
export function haveNewer(buckets: Buckets): boolean {
  return buckets.values().some(({ format }) => format > FORMAT);
}

/**
 * Merges what this computer knows with what is stored: the last change of each entry counts. Only
 * copied profiles can give two changes of an entry the same stamp; then the stored one counts.
 * @param device this computer
 */
export function receive(own: Entries, buckets: Buckets, device: string): Entries {
  const known = new Map([...own].filter(([key, entry]) => !wasForgotten(key, entry, buckets)));
  for (const { by, entries } of buckets.values()) {
    for (const [key, [stamp, value]] of Object.entries(entries)) {
      const [last, , wasShared] = known.get(key) ?? [''];
      const isShared = by !== device || (wasShared && last === stamp);
      if (last > stamp) continue;
      if (value === undefined) known.set(key, [stamp]);
      else known.set(key, isShared ? [stamp, value, true] : [stamp, value]);
    }
  }
  return known;
}

/** Whether an entry was deleted elsewhere so long ago that the deletion is forgotten. */
function wasForgotten(key: string, [stamp, , isShared]: Entry, buckets: Buckets): boolean {
  const { entries, forgotten } = buckets.get(bucketOf(key)) ?? EMPTY;
  return isShared === true && !Object.hasOwn(entries, key) && stamp <= forgotten;
}

/** The entries without old deletions, and the items that have to be stored. */
export function toItems(
  entries: Entries,
  buckets: Buckets,
  device: string,
): { entries: Entries; items: Record<string, unknown> } {
  const items: Record<string, unknown> = {};
  const remembered: [string, Entry][] = [];
  for (const [name, all] of Map.groupBy(entries, ([key]) => bucketOf(key))) {
    const was = buckets.get(name) ?? EMPTY;
    const deleted = all.flatMap(([, [stamp, value]]) => (value === undefined ? stamp : []));
    const surplus = deleted.toSorted().slice(0, -MAX_DELETED);
    const forgotten = [was.forgotten, ...surplus].toSorted().at(-1) ?? '';
    const part = all.filter(([, [stamp, value]]) => value !== undefined || stamp > forgotten);
    remembered.push(...part);
    const after = Object.fromEntries(part.map(([key, entry]) => [key, entry.slice(0, 2)]));
    const isStored = forgotten === was.forgotten && isDeepEqual(after, was.entries);
    if (was.format > FORMAT || isStored) continue;
    items[name] = { format: FORMAT, by: device, forgotten, entries: after };
  }
  return { entries: new Map(remembered), items };
}

/** By FNV-1a. The order of the prices, which may be long, is alone in the first one. */
function bucketOf(key: string): string {
  if (key === 'o.p') return 'entries0';
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return `entries${1 + ((hash >>> 0) % (COUNT - 1))}`;
}
