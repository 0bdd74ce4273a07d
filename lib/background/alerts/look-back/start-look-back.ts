import { coalesce } from '../../../base/coalesce.ts';
import type { Absence } from '../../../domain/alerts/model/absence.ts';
import { absences } from '../../../storage/values/absences.ts';
import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../../base/units.ts';
import type { CandleSource } from '../../candles/candle-source.ts';
import type { Service } from '../../connection/service.ts';
import type { Judge } from '../../intake/judge.ts';
import type { AlertItems } from '../alert-items.ts';
import type { Alerts } from '../evaluator.ts';
import { createProbes, type SignedProbes } from './probes.ts';
import type { FoundInAbsence } from './resolve.ts';
import { attribute } from '../../../domain/prices/attributes.ts';
import {
  firstReach,
  lookBack,
  type LookBackResult,
} from '../../../domain/alerts/engine/look-back.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import type { SignedBytes } from '../../../domain/signed-updates/signed-bytes.ts';
import { candlesOfAbsence, type AbsenceCandles } from './candles-of-absence.ts';

/** The summary waits no longer than this for what alerts find. */
const DEADLINE_MS = 60_000;
/** Time limit for requesting signed prices, so that the summary comes within 20 s of waking. */
const PROBING_MS = 14_000;
/**
 * After this many workers died while looking into an absence, its candles are no longer requested.
 */
const MAX_TRIES = 5;

interface LookBackOptions {
  settings: AlertItems;
  /** Whether nothing may be requested. */
  isAsleep: () => boolean;
  alerts: Pick<Alerts, 'load' | 'records'>;
  judge: Judge;
  /** `null` until the worker has connected. */
  service: () => Service | null;
  candles: () => Promise<CandleSource | null>;
  resolve: (found: FoundInAbsence) => Promise<void>;
}

/**
 * Looks into absences for alerts on levels. Call `run` at any time: if a worker dies, the next one
 * starts over.
 */
export function createLookBack(options: LookBackOptions) {
  const { settings, isAsleep, alerts, judge, service, candles, resolve } = options;

  const run = coalesce(async () => {
    if (isAsleep()) return;
    await alerts.load();
    const waiting = Object.values(alerts.records.absences);
    if (waiting.length === 0) return;
    const attributes = settings.followedFeeds.current;
    const endsAt = Math.min(...waiting.map(({ endedAt }) => endedAt)) + DEADLINE_MS;
    const leftMs = timeLeft(endsAt, Date.now());
    const signal = AbortSignal.timeout(leftMs);
    const source = await candles().catch(() => null);
    const probes = createProbes({
      service,
      judge,
      signal: AbortSignal.timeout(Math.min(PROBING_MS, leftMs)),
    });
    await countTry(waiting);
    const skewMs = settings.clockSkew.current.skewMs;
    await Promise.all(
      waiting.map(async (absence) => {
        const { feedId } = absence;
        const found = await lookInto(absence, {
          rules: settings.alertRules.current,
          attributes: attributes[feedId],
          source: absence.tries >= MAX_TRIES ? null : source,
          probes,
          skewMs,
          signal,
        });
        await resolve(found);
      }),
    );
  });

  return { run: (): Promise<void> => run().catch(() => undefined) };
}

/** Time until the deadline, clamped because the clock may have been changed. */
function timeLeft(endsAt: UnixMilliseconds, now: UnixMilliseconds): number {
  return Math.min(DEADLINE_MS, Math.max(0, endsAt - now));
}

/** Counts the try beforehand, in case the worker dies during it. */
async function countTry(waiting: readonly Absence[]): Promise<void> {
  const ids = new Set<FeedId>(waiting.map(({ feedId }) => feedId));
  await absences.update((stored) =>
    Object.fromEntries(
      Object.entries(stored).map(([id, absence]) => [
        id,
        ids.has(id) ? { ...absence, tries: absence.tries + 1 } : absence,
      ]),
    ),
  );
}

interface LookInto {
  rules: readonly AlertRule[];
  attributes: Record<string, string> | undefined;
  source: CandleSource | null;
  probes: SignedProbes;
  /** The local clock minus true time, in milliseconds. */
  skewMs: number;
  signal: AbortSignal;
}

/** Looks into one feed's absence. A failed request leaves the other results valid. */
async function lookInto(absence: Absence, options: LookInto): Promise<FoundInAbsence> {
  const { rules, probes } = options;
  const candles = await readCandles(absence, options).catch(() => null);
  const results = new Map<string, LookBackResult>();
  const signedBytes = new Map<string, SignedBytes>();
  for (const { alertId, before } of candles ? absence.alerts : []) {
    const rule = rules.find(({ id }) => id === alertId);
    if (!rule || !candles) continue;
    const search = lookBack(rule, before, candles.series, placeOf(absence, candles, options));
    let next = search.next();
    // In sequence: each price decides where to look next.
    while (!next.done) next = search.next(await probes.at(absence.feedId, next.value));
    if (next.value === null) continue;
    results.set(alertId, next.value);
    const { id, price } = next.value.firing;
    const bytes = price && probes.bytesOf(absence.feedId, price);
    if (bytes) signedBytes.set(id, bytes);
  }
  return { absence, results, signedBytes };
}

async function readCandles(absence: Absence, options: LookInto): Promise<AbsenceCandles | null> {
  const { source, attributes, signal } = options;
  if (!source) return null;
  const { symbols } = await source.info();
  const symbol = symbols ? symbols.get(absence.feedId) : attribute(attributes, 'symbol');
  if (!symbol) return null;
  return candlesOfAbsence(absence, { source, symbol, signal }, (candles) =>
    firstThatMatters(absence, candles, options),
  );
}

/** Start of the first coarse candle in which an alert may have changed. */
function firstThatMatters(
  absence: Absence,
  candles: AbsenceCandles,
  options: LookInto,
): UnixSeconds | null {
  const starts = absence.alerts.flatMap(({ alertId, before }) => {
    const rule = options.rules.find(({ id }) => id === alertId);
    const place = placeOf(absence, candles, options);
    const first = rule ? firstReach(rule, before, candles.series, place) : null;
    return first === null ? [] : [first];
  });
  return starts.length === 0 ? null : Math.min(...starts);
}

function placeOf(absence: Absence, { length }: AbsenceCandles, { skewMs }: LookInto) {
  return { absence, length, skewMs };
}
