import { evaluate } from '../../../../../lib/domain/alerts/engine/evaluate.ts';
import { observe } from '../../../../../lib/domain/alerts/engine/feed-watch.ts';
import {
  lookBack,
  type LookBackResult,
} from '../../../../../lib/domain/alerts/engine/look-back.ts';
import { resolveAbsence } from '../../../../../lib/domain/alerts/engine/resolve-absence.ts';
import { absencesLeft, type Absence } from '../../../../../lib/domain/alerts/model/absence.ts';
import type { FeedAlerts } from '../../../../../lib/domain/alerts/model/feed-alerts.ts';
import { addFirings } from '../../../../../lib/domain/alerts/model/firing-history.ts';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import { toExactPrice, type AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRule } from '../../../../../lib/domain/alerts/model/rule.ts';
import { answerOf, FEED_ID } from '../builders.ts';
import { candlesOf } from './paths.ts';

/** In all alerts that look into one absence. */
const MAX_IN_ALL = 24;
const CANDLE_SECONDS = 60;
const DURABLE_EVERY_SECONDS = 30;

/** Where a worker dies: before its first write, or between the one to disk and that of the session. */
export type Death = 'before' | 'between' | null;

/** What the disk has. It is written in one step. */
interface Disk {
  states: FeedAlerts['states'];
  absences: Readonly<Record<string, Absence>>;
  history: Firing[];
}

/**
 * An alert whose worker dies, with what is stored where, as `background/alerts/records.ts` does. All of
 * `ticks` can be asked for afterward, in candles or as signed prices.
 */
export function createMortalAlert(rule: AlertRule, ticks: readonly AlertPrice[]) {
  const rulesOf = () => [rule];
  let disk: Disk = { states: {}, absences: {}, history: [] };
  let session: FeedAlerts = { watch: null, states: {}, revision: 0 };
  let savedAt = 0;
  let known: number | undefined;
  let knownOnDisk: number | undefined;
  const absences: Absence[] = [];

  function store(change: Partial<Disk> & { firings: readonly Firing[] }, now: number): void {
    const { firings, ...others } = change;
    disk = { ...disk, ...others, history: addFirings(disk.history, firings, now) };
  }

  /** Returns whether the price counted before the worker died. */
  function answer(latest: AlertPrice, death: Death): boolean {
    const check = { ...answerOf(latest), knownUntil: known };
    const result = evaluate([check], {
      rulesOf,
      feeds: new Map([[FEED_ID, session]]),
      areOn: true,
      reportsMissed: true,
      looksBack: true,
    });
    if (death === 'before') return false;
    const after = result.feeds.get(FEED_ID) ?? session;
    absences.push(...result.absences);
    const isUrgent = result.firings.length + result.absences.length > 0;
    if (isUrgent) {
      const pending = absencesLeft(disk.absences, result.absences, undefined);
      const { firings } = result;
      store({ states: after.states, absences: pending, firings }, check.at);
    }
    if (death === 'between') {
      if (isUrgent) session = { ...session, states: after.states };
      return isUrgent;
    }
    session = after;
    known = latest.publishTime;
    if (latest.publishTime - savedAt >= DURABLE_EVERY_SECONDS) {
      disk = { ...disk, states: session.states };
      [savedAt, knownOnDisk] = [latest.publishTime, known];
    }
    return true;
  }

  function lookInto(absence: Absence, now: number): LookBackResult | null {
    const [alert] = absence.alerts;
    if (!alert) return null;
    const past = ticks.filter(({ publishTime }) => publishTime <= now);
    const search = lookBack(rule, alert.before, candlesOf(past, CANDLE_SECONDS), {
      absence,
      length: CANDLE_SECONDS,
      skewMs: 0,
      isOpenAt: () => true,
    });
    let given: AlertPrice | null = null;
    for (let asked = 0; ; asked += 1) {
      const { done, value } = search.next(given);
      if (done) return value;
      const found = past.find(({ publishTime }) => publishTime >= value);
      given = (asked < MAX_IN_ALL && found) || null;
    }
  }

  return {
    get history(): readonly Firing[] {
      return disk.history;
    },
    /** All so far. */
    absences,
    get isSuspended(): boolean {
      return session.states[rule.id]?.suspended != null;
    },
    get isLooking(): boolean {
      return disk.absences[FEED_ID] !== undefined;
    },
    answer,
    /** Time passes without a response. */
    tick(at: number): void {
      const facts = { marketOpen: true, stale: false, latest: null };
      const check = { subjectId: FEED_ID, isAnswer: false, at, trueAt: at, ...facts };
      session = { ...session, watch: observe(session.watch, check).watch };
    },
    /** The browser is closed. */
    close(): void {
      session = { watch: null, isRecalled: true, states: disk.states, revision: 0 };
      known = knownOnDisk;
    },
    /** Returns a function that stores what was found, some time later. */
    look(now: number): ((latest: AlertPrice, death: Death) => void) | null {
      const absence = disk.absences[FEED_ID];
      if (!absence) return null;
      const result = lookInto(absence, now);
      return (latest, death) => {
        const current = disk.absences[FEED_ID];
        if (death === 'before' || !current || current.endedAt !== absence.endedAt) return;
        const results = new Map(result ? [[rule.id, result]] : []);
        const fresh = toExactPrice(latest);
        const facts = { isLate: false, afterGap: true, afterPause: false };
        const resolution = resolveAbsence(current, results, {
          rules: [rule],
          states: session.states,
          latest: { ...answerOf(latest), ...facts, fresh },
          reportsMissed: true,
        });
        const states = { ...session.states, ...resolution.states };
        const pending = absencesLeft(disk.absences, [], current);
        const { firings } = resolution;
        store({ states, absences: pending, firings }, latest.publishTime * 1_000);
        session = { ...session, states };
      };
    },
  };
}
