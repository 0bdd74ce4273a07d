import { browser } from 'wxt/browser';
import { coalesce } from '../base/coalesce.ts';
import { isDeepEqual } from '../base/deep-equal.ts';
import { filterKeys } from '../base/filter-keys.ts';
import { isMap } from '../base/is-map.ts';
import type { UnixMilliseconds } from '../base/units.ts';
import { readBuckets, type Buckets } from '../domain/sync/buckets.ts';
import type { Carried } from '../domain/sync/carried.ts';
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
const READ_KEYS = [...CARRIED_KEYS, alertsToConfirm, holdings, syncMemory].map((each) =>
  typeof each === 'string' ? each : each.key,
);

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
  #mustRetry = false;
  readonly #run = coalesce(() => this.#share());

  /** Call it in the worker's first turn. */
  listen(): void {
    watchArea('local', (changes) => {
      const isSwitched = isSyncOn.key in changes || areSamplesShown.key in changes;
      if (isSwitched) void this.#schedule(0);
      else if (CARRIED_KEYS.some((key) => key in changes)) void this.#schedule();
    });
    watchArea('sync', () => void this.#schedule());
  }

  /** Completes what an earlier worker could not. */
  async resume(): Promise<void> {
    if (!(await isSynced.getValue())) await this.#schedule(0);
  }

  /** Call it from time to time. */
  retry(): void {
    if (this.#mustRetry) void this.#schedule(0);
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
    const before = await syncStatus.getValue();
    const problem = await this.#problem(before, now);
    this.#mustRetry = problem === 'refused';
    await isSynced.setValue(problem !== 'refused' && this.#timer === undefined);
    if (problem === 'refused' && isPaused(before, now)) return;
    const refusals = problem === 'refused' ? before.refusals + 1 : 0;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);
    await syncStatus.setValue({
      problem,
      at: problem === null ? now : before.at,
      retryAt: problem === 'refused' ? now + pauseMs : 0,
      refusals,
    });
  }

  async #problem(status: SyncStatus, now: UnixMilliseconds): Promise<SyncStatus['problem']> {
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
    if (Object.keys(items).length > 0) {
      if (isPaused(status, now)) return 'refused';
      // The browser stores all of them or none.
      const isStored = await browser.storage.sync.set(items).then(
        () => true,
        () => false,
      );
      if (!isStored) return 'refused';
    }
    return [...buckets.values()].includes('newer') ? 'newer' : null;
  }
}

// The clock may have been set back since.
function isPaused({ retryAt }: SyncStatus, now: UnixMilliseconds): boolean {
  return now < retryAt && retryAt <= now + LONGEST_PAUSE_MS;
}

function bytesOf(key: string, value: unknown): number {
  return key.length + storedBytes(value);
}

function fits(items: Readonly<Record<string, unknown>>): boolean {
  const sizes = Object.entries(items).map(([key, value]) => bytesOf(key, value));
  return (
    sizes.every((bytes) => bytes <= MAX_ITEM_BYTES) &&
    sizes.reduce((sum, bytes) => sum + bytes, 0) <= MAX_BYTES
  );
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Changes this computer's values, and returns the items that the others need. `null` if a newer
 * version has stored some of the values here.
 */
async function apply(
  buckets: Buckets,
  now: UnixMilliseconds,
): Promise<Record<string, unknown> | null> {
  const raw = await readItems('local', READ_KEYS);
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
  await writeItems('local', {
    ...(!isDeepEqual(after, memory) && syncMemory.entry(after)),
    ...writesOf(values, raw),
  });
  return items;
}

/** By key, without those that were never stored. */
function storedIn(items: readonly StoredItem<unknown>[], raw: Raw): Record<string, unknown> {
  const own = items.filter(({ key }) => raw[key] !== undefined);
  return Object.fromEntries(own.map(({ key, parse }) => [key, parse(raw[key])]));
}

/** New prices have unconfirmed names from the service, unless the code names them. */
function writesOf({ settings = {}, ...lists }: Partial<Carried>, raw: Raw): Raw {
  const wanted: Record<string, unknown> = { ...lists, ...settings };
  const writes: Record<string, unknown> = {};
  for (const { key, parse, schema, entry } of CARRIED) {
    if (!Object.hasOwn(wanted, key)) continue;
    const own = parse(raw[key]);
    // Keeps the part of a setting that is not carried.
    const isPart = key in settings && isMap(own) && isMap(settings[key]);
    const after = schema.parse(isPart ? { ...own, ...Object(settings[key]) } : wanted[key]);
    if (!isDeepEqual(after, own)) Object.assign(writes, entry(after));
  }
  return writes;
}
