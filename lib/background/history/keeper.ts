import { spareDelayMs } from '../../connection/request-budget.ts';
import { withoutEarlierPrice, type WasClosed } from '../../history/place-in-time.ts';
import type { HistoryRecord } from '../../history/sample.ts';
import type { RecordStore } from '../../history/records.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import {
  historyPause,
  historyStored,
  historyWanted,
  references,
  sparklines,
} from '../../storage/history.ts';
import { connectionSettings } from '../../storage/settings.ts';
import { askForMoment } from './answers.ts';
import { pauseAfter } from './pause.ts';
import { nextTask, type ProofRule, type Task } from './plan.ts';
import { hidePassingGaps, showRecords } from './view.ts';
import type { JudgedItem } from '../judge.ts';
import type { Presence } from '../presence.ts';
import { SPARE, serviceKey, type Service } from '../service.ts';

/** Fills in the past while a page is open: references of the changes, the open chart, sparklines. */
export interface HistoryKeeper {
  /** Compares what is known with what pages show, and sees to it. Any number of calls is fine. */
  look: () => void;
  /** The settings of the connection changed: earlier refusals no longer count. */
  connect: () => Promise<void>;
  /** Drops all of it: it is another service's. */
  forget: () => Promise<void>;
  /**
   * What was proven or not may be otherwise by now.
   *
   * @param wasOff signatures were not checked so far: what was not proven may have failed
   */
  judgeAnew: (wasOff?: boolean) => Promise<void>;
}

export interface HistoryKeeperOptions {
  presence: Presence;
  records: RecordStore;
  /** `null`: not connected yet. */
  service: () => Service | null;
  judge: (update: PriceUpdate) => Promise<JudgedItem[]>;
  proofRule: () => ProofRule;
  /** Whether a feed's market was open at a time (unix seconds). */
  isOpenAt: (id: string, seconds: number) => boolean;
  /** When a feed's market was closed. */
  closures: (id: string) => WasClosed;
}

/**
 * The least urgent of all that is asked of the service: one moment after the other, each for all
 * feeds at once and only once, within a share of the request budget that leaves the rest to prices.
 */
export function createHistoryKeeper(options: HistoryKeeperOptions): HistoryKeeper {
  const { presence, records } = options;
  let running: Promise<void> | undefined;
  let isLookWanted = false;
  let wasLooking = false;
  let wake: (() => void) | undefined;
  let abort = new AbortController();
  // Feeds that lacked a price at some moment may lack it at others: asked with the rest, they
  // would have every batch refused.
  const doubtful = new Set<string>();

  return { look, connect, forget, judgeAnew };

  function look(): void {
    isLookWanted = true;
    wake?.();
    running ??= lookUntilQuiet().finally(() => {
      running = undefined;
    });
  }

  async function lookUntilQuiet(): Promise<void> {
    while (isLookWanted) {
      isLookWanted = false;
      const { signal } = abort;
      await noticeLeaving();
      await work(signal).catch((error: unknown) => pauseAfter(error, signal));
    }
  }

  async function work(signal: AbortSignal): Promise<void> {
    let done = '';
    while (presence.isSomeoneLooking && !signal.aborted) {
      const task = await nextTask(records, Date.now(), options.proofRule());
      const service = await connectedService();
      // A task that comes back at once would come back for ever.
      if (!task || !service || keyOf(task) === done) return;
      const waitMs = await serve(task, service, signal);
      if (waitMs > 0) await sleep(waitMs);
      else done = keyOf(task);
    }
  }

  /** Returns how long it has to wait before the service may be asked for it; 0: it is served. */
  async function serve(task: Task, service: Service, signal: AbortSignal): Promise<number> {
    const known = await recall(task);
    const ids = task.ids.filter((id) => !known.has(id));
    if (ids.length > 0) {
      const grade = task.goal === 'reference' ? 'reference' : 'backfill';
      const waitMs = await spareDelayMs(SPARE[grade]);
      if (waitMs > 0) return waitMs;
      const isDoubtful = (id: string): boolean => doubtful.has(id);
      const question = { ...options, moment: task.moment, ids, isDoubtful, signal };
      const answered = await askForMoment(service[grade], question);
      signal.throwIfAborted();
      for (const [id, record] of answered) known.set(id, record);
      await keep([...answered.values()]);
    }
    await showRecords(task, known, { nowMs: Date.now(), requiredTrust: requiredTrust() });
    return 0;
  }

  /** What is stored of the task's moment, as far as it still counts. */
  async function recall({ ids, moment, withinSeconds }: Task): Promise<Map<string, HistoryRecord>> {
    const stored = await records
      .firstOfEach(ids, moment, moment + withinSeconds)
      .catch(() => new Map<string, HistoryRecord>());
    const { trust, isRequired } = options.proofRule();
    const known = new Map<string, HistoryRecord>();
    for (const [id, record] of stored) {
      const counting = provenUnder(record, trust);
      if (isRequired && !('gap' in counting) && counting.trust === null) continue;
      // Earlier versions stored whatever they were sent.
      known.set(id, withoutEarlierPrice(counting, moment, options.closures(id)));
    }
    return known;
  }

  function requiredTrust(): string | null {
    const { trust, isRequired } = options.proofRule();
    return isRequired ? trust : null;
  }

  async function keep(answered: readonly HistoryRecord[]): Promise<void> {
    for (const record of answered) {
      if ('gap' in record) doubtful.add(record.id);
      else doubtful.delete(record.id);
    }
    await records.write(answered).catch(() => console.warn('Past prices cannot be kept.'));
    await historyStored.update((stored) => ({ ...stored, askedAt: Date.now() }));
    await historyPause.update((pause) => (pause.failures > 0 ? historyPause.fallback : pause));
  }

  /** While the settings change hands, the service is still the old one. */
  async function connectedService(): Promise<Service | null> {
    const service = options.service();
    const key = serviceKey(await connectionSettings.getValue());
    return service?.key === key ? service : null;
  }

  /** A chart that is no longer seen is not wanted either. */
  async function noticeLeaving(): Promise<void> {
    if (wasLooking && !presence.isSomeoneLooking) await historyWanted.setValue(null);
    wasLooking = presence.isSomeoneLooking;
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // ------------------------------------------------------------------------------ what changes

  function stop(): void {
    abort.abort();
    abort = new AbortController();
    doubtful.clear();
    wake?.();
  }

  async function connect(): Promise<void> {
    stop();
    await historyPause.setValue(historyPause.fallback);
    const ids = await hidePassingGaps();
    if (ids.length > 0) await records.forgetPassingGaps(ids).catch(() => undefined);
    look();
  }

  async function forget(): Promise<void> {
    stop();
    await Promise.all([
      forgetShown(),
      historyWanted.setValue(null),
      records.forgetAll().catch(() => undefined),
    ]);
  }

  async function judgeAnew(wasOff = false): Promise<void> {
    stop();
    const least = wasOff ? options.proofRule().trust : requiredTrust();
    await records.forgetDoubtful(least).catch(() => undefined);
    await forgetShown();
    look();
  }
}

/** The record without a proof of another trust. */
function provenUnder(record: HistoryRecord, trust: string): HistoryRecord {
  return 'gap' in record || record.trust === trust ? record : { ...record, trust: null };
}

function keyOf({ goal, period, moment, ids }: Task): string {
  return [goal, period, moment, ...ids].join(' ');
}

async function forgetShown(): Promise<void> {
  const items = [...Object.values(references), sparklines];
  await Promise.all(items.map((item) => item.update(() => ({}))));
}
