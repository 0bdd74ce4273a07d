import type { PriceUpdate } from '../../price-service/index.ts';
import type { Cached } from '../cached.ts';
import type { ClockKeeper } from '../clock-keeper.ts';
import type { Recorder } from '../recorder.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { Judge, JudgedPrice } from './judge.ts';
import type { LeanGate } from './lean-gate.ts';
import type { PriceIntake } from './price-intake.ts';
import type { Turns } from './turns.ts';
import { isInUse, withoutUnwanted, type UnverifiedRule } from './unverified-rule.ts';

// Checking and storing an update takes milliseconds. If a service floods us, updates above this number
// are dropped: waiting updates are held in memory, and each would be checked.
const MAX_WAITING = 16;

/** An update as the price service sent it, and the result of verifying its prices. */
export interface ReceivedUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  judged: readonly JudgedPrice[];
}

/** Handles updates one at a time, in the order of their arrival, with the id of their service. */
export interface Updates {
  /** For streams. Resolves when the update is handled, or at once if it was dropped. */
  addIfRoom: (update: PriceUpdate, serviceId?: string) => Promise<void>;
  /**
   * For answers to requests, which a flood from a stream must not displace. Never drops the update, so
   * only a few may be requested at a time.
   */
  add: (update: PriceUpdate, serviceId?: string) => Promise<void>;
  /** Drops all updates that are waiting or being verified, because they are from another service. */
  clear: () => void;
}

/**
 * Checks and stores one update. Once `dropped` is aborted, because the updates were cleared, it must
 * not begin to store anything.
 */
type HandleUpdate = (
  update: PriceUpdate,
  dropped: AbortSignal,
  serviceId?: string,
) => Promise<void>;

/** @param turns shared with what else changes the stored prices */
export function createUpdates(turns: Turns, handle: HandleUpdate): Updates {
  let waiting = 0;
  let clearings = 0;
  let inProgress = new AbortController();

  async function add(update: PriceUpdate, serviceId?: string): Promise<void> {
    const clearingsBefore = clearings;
    waiting += 1;
    const handled = turns.last(async () => {
      if (clearings !== clearingsBefore) return;
      inProgress = new AbortController();
      await handle(update, inProgress.signal, serviceId);
    });
    await handled.finally(() => {
      waiting -= 1;
    });
  }

  return {
    add,
    addIfRoom: async (update, serviceId) => {
      if (waiting < MAX_WAITING) await add(update, serviceId);
    },
    clear: () => {
      clearings += 1;
      inProgress.abort();
    },
  };
}

interface HandlerOptions {
  /** Resolves when `settings` have their stored values. */
  loaded: Promise<unknown>;
  settings: UnverifiedRule & { trust: Cached<string> };
  judge: Judge;
  clock: ClockKeeper;
  recorder: Recorder;
  intake: PriceIntake;
  lean: LeanGate;
  responses?: { onPrices: (serviceId: string) => void };
  /** Called when a service sent no verified price, and its other ones may not be shown. */
  onRefused: (serviceId: string) => void;
  /** Called when the prices are stored, or could not be. */
  onHandled: (received: ReceivedUpdate) => void;
}

/** The way of one update: its signatures are checked, then its prices are stored. */
export function createUpdateHandler(options: HandlerOptions): HandleUpdate {
  const { loaded, settings, judge, clock, recorder, intake, lean } = options;
  return async (update, dropped, serviceId) => {
    await loaded;
    const receivedAt = Date.now();
    const verified = judge.verifyUpdate(update, settings.signatures.current, { receivedAt });
    const all = await unlessDropped(verified, dropped);
    if (!all) return;
    const judged = withoutUnwanted(all, serviceId, settings);
    clock.onPrices(judged, receivedAt, settings.trust.current);
    recorder.onUpdate(judged);
    if (serviceId !== undefined && all.length > 0) {
      options.responses?.onPrices(serviceId);
      if (judged.length === 0) options.onRefused(serviceId);
    }
    await intake
      .store(judged, receivedAt)
      .finally(() => options.onHandled({ update, receivedAt, judged }));
    if (isInUse(serviceId, settings)) await lean.observe(judged, !update.parsed);
  };
}

/** Resolves with `null` as soon as the update is dropped: the change that drops it does not wait. */
async function unlessDropped<T>(result: Promise<T>, dropped: AbortSignal): Promise<T | null> {
  const end = Promise.withResolvers<null>();
  dropped.addEventListener('abort', () => end.resolve(null));
  const first = await Promise.race([result, end.promise]);
  return dropped.aborted ? null : first;
}
