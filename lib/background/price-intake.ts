import { browser } from 'wxt/browser';
import { compareMoments } from '../alerts/model/price.ts';
import {
  readLatestPrices,
  removeAllLatestPrices,
  removeLatestPrices,
  writeLatestPrices,
} from '../storage/latest-prices.ts';
import {
  isProven,
  lastAskedAt,
  lastKnownPrices,
  underTrust,
  type FailedCheck,
  type StoredPrice,
} from '../storage/prices.ts';
import type { FeedAnswer } from '../alerts/worker/check-feed.ts';
import type { Alerts } from '../alerts/worker/evaluator.ts';
import { trustInForce } from '../storage/trust-in-force.ts';
import { createFailedChecks } from './failed-checks.ts';
import type { JudgedItem } from './judge.ts';
import { nextPrice } from './next-price.ts';
import { StorageWriteError } from '../storage/storage-write-error.ts';

// Nobody can follow a write a second more closely, and it is not needed where nothing changed.
const ASKED_AT_STEP_MS = 1_000;

// The disk is spared; the first figures of a worker's life are saved at once.
const SAVE_EVERY_MS = 30_000;

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
  /** Other signers are trusted now: proofs of any other trust count no longer. */
  trust: (fingerprint: string) => Promise<void>;
  /** Drops what the signatures said: they are not checked any more. */
  forgetProofs: () => Promise<void>;
  /** Signatures are checked from now on: drops the prices that nobody checked. */
  forgetUnjudged: () => Promise<void>;
  /** Latest prices as stored, by feed id; their proofs are of the trust in force. */
  readonly prices: ReadonlyMap<string, StoredPrice>;
  /** Feeds for which the service sends prices that fail verification. */
  readonly failed: ReadonlyMap<string, FailedCheck>;
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
  const failed = createFailedChecks();
  let trust: string | undefined;
  const prices = new Map<string, StoredPrice>();
  let askedAt = 0;
  let isUnsaved = false;
  let savedAt = 0;
  let queue: Promise<unknown> = Promise.resolve();

  // One step at a time: comparing with what is stored and storing must not interleave.
  function inTurn(step: () => Promise<void>): Promise<void> {
    const done = queue.then(step);
    queue = done.catch(() => undefined);
    return done;
  }

  async function takeStep(items: readonly JudgedItem[], receivedAtMs: number): Promise<void> {
    const changed = new Map<string, StoredPrice>();
    const answers: FeedAnswer[] = [];
    let isFailedNews = false;
    for (const judged of items.map(counting)) {
      const { id } = judged;
      if (!followed.has(id)) continue;
      if (failed.note(judged, receivedAtMs)) isFailedNews = true;
      const before = changed.get(id) ?? prices.get(id);
      const after = nextPrice(before, judged, receivedAtMs, receivedAtMs - skewMs());
      if (after) changed.set(id, after);
      if (alerts?.watches(id))
        answers.push(...answerOf(judged, after ?? before, receivedAtMs, skewMs()));
    }
    const isStoring =
      changed.size > 0 || isFailedNews || Math.abs(receivedAtMs - askedAt) >= ASKED_AT_STEP_MS;
    const alertItems =
      answers.length > 0 ? await evaluate((all) => all.take(answers, receivedAtMs, isStoring)) : {};
    if (!isStoring && Object.keys(alertItems).length === 0) return;
    const others = isFailedNews ? { ...alertItems, ...failed.items() } : alertItems;
    const failure = await writeLatestPrices(changed, receivedAtMs, others).catch(
      (cause: unknown) => new StorageWriteError('The prices could not be stored.', { cause }),
    );
    for (const [id, price] of changed) prices.set(id, price);
    askedAt = receivedAtMs;
    isUnsaved ||= changed.size > 0;
    onStored([...changed.keys()]);
    if (failure) throw failure;
    if (Math.abs(receivedAtMs - savedAt) >= SAVE_EVERY_MS) await saveStep(receivedAtMs);
  }

  /** What was said before a change of trust comes without its verdict. */
  function counting(judged: JudgedItem): JudgedItem {
    const judgedUnder = (judged.proof ?? judged.failure)?.trust;
    if (judgedUnder === undefined || judgedUnder === trust) return judged;
    const { proof: _, failure: __, ...bare } = judged;
    return bare;
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
    if (failed.filter((id) => followed.has(id))) await browser.storage.session.set(failed.items());
  }

  /** Prices of this session, else of the last one. */
  async function recall(ids: readonly string[]): Promise<void> {
    trust ??= await trustInForce.getValue();
    const [latest, lastKnown, asked] = await Promise.all([
      readLatestPrices(ids, trust),
      lastKnownPrices.getValue(),
      lastAskedAt.getValue(),
      failed.recall(trust),
    ]);
    // A clock that was set back must not make prices look older than they were when asked for.
    askedAt = Math.max(askedAt, Math.min(asked, Date.now()));
    const recalled = new Map<string, StoredPrice>();
    for (const id of ids) {
      const saved = Object.hasOwn(lastKnown, id) ? lastKnown[id] : undefined;
      const known = latest.get(id) ?? (saved && underTrust(saved, trust));
      if (!known) continue;
      prices.set(id, known);
      if (!latest.has(id)) recalled.set(id, known);
    }
    // Pages read the session; a price that never changes again would not reach them otherwise.
    if (recalled.size > 0) await writeLatestPrices(recalled, askedAt);
  }

  async function forgetStep(): Promise<void> {
    failed.filter(() => false);
    await removeAllLatestPrices();
    await browser.storage.session.set(failed.items());
    prices.clear();
    askedAt = 0;
    await lastKnownPrices.setValue({});
    isUnsaved = false;
    await alerts?.forget();
  }

  async function trustStep(fingerprint: string): Promise<void> {
    trust = fingerprint;
    await keepProofs((of) => of === fingerprint);
    // A level that a price of theirs stood beyond must not be crossed by the next one.
    await alerts?.forget();
  }

  /** One of them may fail verification: it would stay as the last good one. */
  async function forgetUnjudgedStep(): Promise<void> {
    const unjudged = [...prices].flatMap(([id, { proof }]) => (proof ? [] : [id]));
    if (unjudged.length > 0) {
      for (const id of unjudged) prices.delete(id);
      isUnsaved = true;
      await removeLatestPrices(unjudged);
      await saveStep(Date.now());
    }
    await alerts?.forget();
  }

  async function keepProofs(counts: (trust: string) => boolean): Promise<void> {
    const bare = new Map<string, StoredPrice>();
    for (const [id, { proof, ...price }] of prices) {
      if (proof && !counts(proof.trust)) bare.set(id, price);
    }
    const isFailedNews = failed.filter((_, check) => counts(check.trust));
    if (bare.size === 0 && !isFailedNews) return;
    for (const [id, price] of bare) prices.set(id, price);
    isUnsaved ||= bare.size > 0;
    await writeLatestPrices(bare, askedAt, failed.items());
  }

  async function shiftStep(jumpMs: number): Promise<void> {
    if (askedAt === 0) return;
    askedAt += jumpMs;
    await lastAskedAt.setValue(askedAt);
  }

  async function saveStep(now: number): Promise<void> {
    const alertItems = alerts?.unsaved() ?? {};
    const items = isUnsaved ? lastKnownPrices.entry(Object.fromEntries(prices)) : {};
    if (!isUnsaved && Object.keys(alertItems).length === 0) return;
    savedAt = now;
    await browser.storage.local.set({ ...items, ...alertItems });
    alerts?.noteSaved();
    isUnsaved = false;
  }

  return {
    prices,
    failed: failed.byFeed,
    get askedAt() {
      return askedAt;
    },
    take: (items, receivedAtMs) => inTurn(() => takeStep(items, receivedAtMs)),
    follow: (ids) => inTurn(() => followStep(ids)),
    forget: () => inTurn(forgetStep),
    trust: (fingerprint) => inTurn(() => trustStep(fingerprint)),
    forgetProofs: () => inTurn(() => keepProofs(() => false)),
    forgetUnjudged: () => inTurn(forgetUnjudgedStep),
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
  return order < 0 || isRefuted ? [] : [{ id: judged.id, price }];
}
