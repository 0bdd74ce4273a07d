import { browser } from 'wxt/browser';
import { coalesce } from '../base/coalesce.ts';
import { isDeepEqual } from '../base/deep-equal.ts';
import { filterKeys } from '../base/filter-keys.ts';
import { isMap } from '../base/is-map.ts';
import type { UnixMilliseconds } from '../base/units.ts';
import { haveNewer, readBuckets, type Buckets } from '../domain/sync/buckets.ts';
import { synchronize } from '../domain/sync/synchronize.ts';
import { readItems, writeItems } from '../storage/areas.ts';
import { withLocks } from '../storage/lock.ts';
import { itemsOf } from '../storage/items-of.ts';
import type { StoredItem } from '../storage/stored.ts';
import { storedBytes } from '../storage/stored-bytes.ts';
import { alertRules, alertsToConfirm } from '../storage/values/alerts.ts';
import { displayCurrency } from '../storage/values/currency.ts';
import { holdings } from '../storage/values/holdings.ts';
import { areSamplesShown } from '../storage/values/samples.ts';
import { appearance } from '../storage/values/settings.ts';
import {
  isSynced,
  isSyncOn,
  syncMemory,
  syncStatus,
  type SyncStatus,
} from '../storage/values/sync.ts';
import { groups, listView, rowNames } from '../storage/values/view.ts';
import { watchlist } from '../storage/values/watchlist.ts';
import { watchArea } from '../storage/watch-area.ts';

// Keyed by the names of the carried values.
const LISTS = itemsOf([{ alertRules, groups, rowNames, watchlist }]);
const SETTINGS = itemsOf([{ appearance, displayCurrency, listView }]);
const CARRIED = [...LISTS, ...SETTINGS];
const CARRIED_KEYS = CARRIED.map(({ key }) => key);

/** Gathers changes. Even without a pause, there are fewer than the 1,800 writes an hour allowed. */
const DELAY_MS = 3_000;
// Both browsers count the JSON of a value with the length of its key.
const MAX_ITEM_BYTES = 8_192;
const MAX_BYTES = 102_400;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Shares list, groups, alerts and look with the user's other computers, through the sync storage of
 * the browser. What has to be done follows from what is stored here and there, so a worker that
 * dies leaves nothing behind.
 */
export class Sync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #run = coalesce(() => this.#share());

  /** Call it in the worker's first turn. */
  listen(): void {
    watchArea('local', (changes) => {
      const isIn = ({ key }: { key: string }): boolean => key in changes;
      if ([isSyncOn, areSamplesShown].some(isIn)) void this.#schedule(0);
      else if (CARRIED.some(isIn)) void this.#schedule();
    });
    watchArea('sync', () => void this.#schedule());
  }

  /** Completes what an earlier worker could not, or the browser refused. Call it now and then. */
  async resume(): Promise<void> {
    const pauseMs = (await syncStatus.getValue()).retryAt - Date.now();
    // The clock may have been set back since.
    const isPaused = pauseMs > 0 && pauseMs <= LONGEST_PAUSE_MS;
    if (!isPaused && !(await isSynced.getValue())) await this.#schedule(0);
  }

  async #schedule(delayMs = DELAY_MS): Promise<void> {
    if (!(await isSyncOn.getValue())) return;
    await isSynced.setValue(false).catch(() => undefined);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run().catch(() => console.warn('The list could not be shared.'));
    }, delayMs);
  }

  async #share(): Promise<void> {
    if (!(await isSyncOn.getValue())) return;
    const now = Date.now();
    const problem = await share(now);
    await isSynced.setValue(problem !== 'refused' && this.#timer === undefined);
    const { at, refusals } = await syncStatus.getValue();
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);
    await syncStatus.setValue({
      problem,
      at: problem === null ? now : at,
      ...(problem === 'refused'
        ? { retryAt: now + pauseMs, refusals: refusals + 1 }
        : { retryAt: 0, refusals: 0 }),
    });
  }
}

async function share(now: UnixMilliseconds): Promise<SyncStatus['problem']> {
  // Alerts set on sample prices mean nothing on other computers.
  if (await areSamplesShown.getValue()) return 'samples';
  const stored = await browser.storage.sync.get<Record<string, unknown>>(null).catch(() => null);
  if (stored === null) return 'unavailable';
  const buckets = readBuckets(
    filterKeys(stored, (key) => bytesOf(key, stored[key]) <= MAX_ITEM_BYTES),
  );
  const items = await withLocks([...CARRIED_KEYS, syncMemory.key], () => apply(buckets, now));
  if (items === null) return 'newer';
  if (!fits({ ...stored, ...items })) return 'tooLong';
  try {
    // The browser stores all of them or none.
    if (Object.keys(items).length > 0) await browser.storage.sync.set(items);
  } catch {
    return 'refused';
  }
  return haveNewer(buckets) ? 'newer' : null;
}

function fits(items: Readonly<Record<string, unknown>>): boolean {
  const sizes = Object.entries(items).map(([key, value]) => bytesOf(key, value));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return total <= MAX_BYTES && sizes.every((bytes) => bytes <= MAX_ITEM_BYTES);
}

function bytesOf(key: string, value: unknown): number {
  return key.length + storedBytes(value);
}

/**
 * Changes this computer's values, and returns the items that the others need. `null` if a newer
 * version has stored some of the values here.
 */
async function apply(
  buckets: Buckets,
  now: UnixMilliseconds,
): Promise<Record<string, unknown> | null> {
  const keys = [...CARRIED_KEYS, alertsToConfirm.key, holdings.key, syncMemory.key];
  const raw = await readItems('local', keys);
  if (CARRIED.some(({ key, isNewer }) => isNewer(raw[key]))) return null;
  const memory = syncMemory.parse(raw[syncMemory.key]);
  const device = memory.device || crypto.randomUUID().slice(0, 6);
  const { entries, values, items } = synchronize(new Map(Object.entries(memory.entries)), buckets, {
    now,
    device,
    values: { ...storedIn(LISTS, raw), settings: storedIn(SETTINGS, raw) },
    defaultList: watchlist.fallback,
    held: new Set(Object.keys(holdings.parse(raw[holdings.key]))),
    unconfirmed: new Set(alertsToConfirm.parse(raw[alertsToConfirm.key])),
  });
  const after = { device, entries: Object.fromEntries(entries) };
  const writes = isDeepEqual(after, memory) ? {} : syncMemory.entry(after);
  const { settings, ...lists } = values;
  for (const [key, value] of Object.entries({ ...lists, ...settings })) {
    const item = CARRIED.find((each) => each.key === key);
    const own = item?.parse(raw[key]);
    // Keeps the part of a setting that is not carried.
    const wanted = key in settings && isMap(value) ? { ...Object(own), ...value } : value;
    if (!isDeepEqual(wanted, own)) Object.assign(writes, item?.entry(wanted));
  }
  await writeItems('local', writes);
  return items;
}

/** By key, without those that were never stored. */
function storedIn(
  items: readonly StoredItem<unknown>[],
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = items.filter(({ key }) => raw[key] !== undefined);
  return Object.fromEntries(own.map(({ key, parse }) => [key, parse(raw[key])]));
}
