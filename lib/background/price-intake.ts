import { browser } from 'wxt/browser';
import { compareMoments } from '../alerts/sample.ts';
import {
  readLatestPrices,
  removeAllLatestPrices,
  removeLatestPrices,
  writeLatestPrices,
} from '../latest-prices.ts';
import { isProven, lastAskedAt, lastKnownPrices, type StoredPrice } from '../storage/prices.ts';
import type { Alerts, FeedAnswer } from './alerts/alerts.ts';
import type { JudgedItem } from './judge.ts';
import { nextPrice } from './next-price.ts';
import { StorageWriteError } from '../storage-write-error.ts';

// Nobody can follow a write a second more closely, and it is not needed where nothing changed.
const ASKED_AT_STEP_MS = 1_000;

// The disk is spared; the first figures of a worker's life are saved at once.
const SAVE_EVERY_MS = 30_000;

// An answer is stored in milliseconds. A service that floods us loses what comes in between, or the
// worker's memory would be its to fill.
const MAX_WAITING = 64;

/** The one writer of prices: every update, whichever way it came, passes through it in order. */
export interface PriceIntake {
  /**
   * Takes the figures of one update for the followed feeds; resolves when they are stored.
   *
   * @throws StorageWriteError when they could not be; they count all the same while the worker lives
   */
  take: (items: readonly JudgedItem[], receivedAtMs: number) => Promise<void>;
  /** Follows these feeds from now on; prices of others are forgotten. */
  follow: (ids: readonly string[]) => Promise<void>;
  /** Drops every price: they are another service's figures. */
  forget: () => Promise<void>;
  /** Drops what the signatures said: other signers are trusted now. The next answer says it anew. */
  forgetProofs: () => Promise<void>;
  /** Latest prices as stored, by feed id. */
  readonly prices: ReadonlyMap<string, StoredPrice>;
  /** Unix milliseconds at which the service last answered, as stored. */
  readonly askedAt: number;
  /** Lets the followed feeds' alerts look at the clock. */
  tick: () => Promise<void>;
  /** The local clock was set back by so many milliseconds (negative). */
  shiftAskedAt: (jumpMs: number) => Promise<void>;
  /** Keeps the latest prices for the next start of the browser. */
  saveLastKnown: () => Promise<void>;
}

/**
 * @param onStored called after each step that stored something, with the ids that changed
 * @param alerts evaluated in each step, before it stores the prices
 * @param skewMs local clock minus true time, milliseconds
 */
export function createPriceIntake(
  onStored: (changed: readonly string[]) => void,
  alerts?: Alerts,
  skewMs: () => number = () => 0,
): PriceIntake {
  let followed = new Set<string>();
  const prices = new Map<string, StoredPrice>();
  let askedAt = 0;
  let isUnsaved = false;
  let savedAt = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  // One step at a time: comparing with what is stored and storing must not interleave.
  function inTurn(step: () => Promise<void>): Promise<void> {
    const done = queue.then(step);
    queue = done.catch(() => undefined);
    return done;
  }

  async function takeStep(items: readonly JudgedItem[], receivedAtMs: number): Promise<void> {
    const changed = new Map<string, StoredPrice>();
    const answers: FeedAnswer[] = [];
    for (const judged of items) {
      const { id } = judged.item;
      if (!followed.has(id)) continue;
      const before = changed.get(id) ?? prices.get(id);
      const after = nextPrice(before, judged, receivedAtMs, receivedAtMs - skewMs());
      if (after) changed.set(id, after);
      if (alerts?.watches(id))
        answers.push(...answerOf(judged, after ?? before, receivedAtMs, skewMs()));
    }
    const isStoring = changed.size > 0 || Math.abs(receivedAtMs - askedAt) >= ASKED_AT_STEP_MS;
    const alertItems =
      answers.length > 0 ? await evaluate((all) => all.take(answers, receivedAtMs, isStoring)) : {};
    if (!isStoring && Object.keys(alertItems).length === 0) return;
    const failure = await writeLatestPrices(changed, receivedAtMs, alertItems).catch(
      (cause: unknown) => new StorageWriteError('The prices could not be stored.', { cause }),
    );
    for (const [id, price] of changed) prices.set(id, price);
    askedAt = receivedAtMs;
    isUnsaved ||= changed.size > 0;
    onStored([...changed.keys()]);
    if (failure) throw failure;
    if (Math.abs(receivedAtMs - savedAt) >= SAVE_EVERY_MS) await saveStep(receivedAtMs);
  }

  /** Alerts that cannot be stored keep no price from being; they are tried with the next answer. */
  async function evaluate(
    look: (all: Alerts) => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    try {
      return alerts ? await look(alerts) : {};
    } catch {
      console.warn('The alerts could not be stored.');
      return {};
    }
  }

  async function tickStep(): Promise<void> {
    const latest = { ids: [...followed], prices, askedAt };
    const items = await evaluate((all) => all.tick(latest, Date.now()));
    if (Object.keys(items).length > 0) await browser.storage.session.set(items);
  }

  async function followStep(ids: readonly string[]): Promise<void> {
    const added = ids.filter((id) => !followed.has(id));
    const dropped = [...prices.keys()].filter((id) => !ids.includes(id));
    followed = new Set(ids);
    for (const id of dropped) prices.delete(id);
    if (dropped.length > 0) await removeLatestPrices(dropped);
    if (added.length > 0) await recall(added);
  }

  /** Prices of this session, else of the last one. */
  async function recall(ids: readonly string[]): Promise<void> {
    const [latest, lastKnown, asked] = await Promise.all([
      readLatestPrices(ids),
      lastKnownPrices.getValue(),
      lastAskedAt.getValue(),
    ]);
    // A clock that was set back must not make prices look older than they were when asked for.
    askedAt = Math.max(askedAt, Math.min(asked, Date.now()));
    const recalled = new Map<string, StoredPrice>();
    for (const id of ids) {
      const known = latest.get(id) ?? (Object.hasOwn(lastKnown, id) ? lastKnown[id] : undefined);
      if (!known) continue;
      prices.set(id, known);
      if (!latest.has(id)) recalled.set(id, known);
    }
    // Pages read the session; a price that never changes again would not reach them otherwise.
    if (recalled.size > 0) await writeLatestPrices(recalled, askedAt);
  }

  async function forgetStep(): Promise<void> {
    await removeAllLatestPrices();
    prices.clear();
    askedAt = 0;
    await lastKnownPrices.setValue({});
    isUnsaved = false;
    await alerts?.forget();
  }

  async function forgetProofsStep(): Promise<void> {
    const bare = new Map<string, StoredPrice>();
    for (const [id, { proof, ...price }] of prices) if (proof) bare.set(id, price);
    if (bare.size === 0) return;
    for (const [id, price] of bare) prices.set(id, price);
    isUnsaved = true;
    await writeLatestPrices(bare, askedAt);
  }

  async function shiftStep(jumpMs: number): Promise<void> {
    if (askedAt === 0) return;
    askedAt += jumpMs;
    await lastAskedAt.setValue(askedAt);
  }

  async function saveStep(now: number): Promise<void> {
    const alertItems = alerts?.unsaved() ?? {};
    const items = isUnsaved ? { [lastKnownPrices.key]: Object.fromEntries(prices) } : {};
    if (!isUnsaved && Object.keys(alertItems).length === 0) return;
    savedAt = now;
    await browser.storage.local.set({ ...items, ...alertItems });
    alerts?.noteSaved();
    isUnsaved = false;
  }

  return {
    prices,
    get askedAt() {
      return askedAt;
    },
    take: async (items, receivedAtMs) => {
      if (waiting >= MAX_WAITING) return;
      waiting += 1;
      await inTurn(() => takeStep(items, receivedAtMs)).finally(() => {
        waiting -= 1;
      });
    },
    follow: (ids) => inTurn(() => followStep(ids)),
    forget: () => inTurn(forgetStep),
    forgetProofs: () => inTurn(forgetProofsStep),
    tick: () => inTurn(tickStep),
    shiftAskedAt: (jumpMs) => inTurn(() => shiftStep(jumpMs)),
    saveLastKnown: () => inTurn(() => saveStep(Date.now())),
  };
}

/**
 * The figure as the service gave it, for the alerts: none where it is no figure, or older than the
 * one that is stored, or unproven where the proven one of that moment is another.
 */
function answerOf(
  judged: JudgedItem,
  stored: StoredPrice | undefined,
  receivedAtMs: number,
  skewMs: number,
): FeedAnswer[] {
  const price = nextPrice(undefined, judged, receivedAtMs, receivedAtMs - skewMs);
  if (!price) return [];
  const order = stored ? compareMoments(price, stored) : 1;
  const isRefuted =
    order === 0 &&
    stored &&
    isProven(stored) &&
    !isProven(price) &&
    (price.price !== stored.price || price.expo !== stored.expo);
  return order < 0 || isRefuted ? [] : [{ id: judged.item.id, price }];
}
