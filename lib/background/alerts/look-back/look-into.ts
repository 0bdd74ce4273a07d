import { attribute } from '../../../domain/prices/attributes.ts';
import {
  firstReach,
  lookBack,
  type LookBackResult,
} from '../../../domain/alerts/engine/look-back.ts';
import type { Absence } from '../../../domain/alerts/model/absence.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import type { SignedBytes } from '../../../domain/signed-updates/signed-bytes.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { CandleSource } from '../../candles/candle-source.ts';
import { candlesOfAbsence, type AbsenceCandles } from './candles-of-absence.ts';
import type { SignedProbes } from './probes.ts';
import type { FoundInAbsence } from './resolve.ts';

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
export async function lookInto(absence: Absence, options: LookInto): Promise<FoundInAbsence> {
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
