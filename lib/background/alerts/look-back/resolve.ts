import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import type { Evaluation } from '../../../domain/alerts/engine/evaluate.ts';
import type { LookBackResult } from '../../../domain/alerts/engine/look-back.ts';
import { resolveAbsence } from '../../../domain/alerts/engine/resolve-absence.ts';
import type { Absence } from '../../../domain/alerts/model/absence.ts';
import type { FeedAlerts } from '../../../domain/alerts/model/feed-alerts.ts';
import { toExactPrice } from '../../../domain/alerts/model/price.ts';
import type { SignedBytes } from '../../../domain/signed-updates/signed-bytes.ts';
import type { AlertItems } from '../alert-items.ts';
import { checkFeed, type KnownPrices } from '../check-feed.ts';
import { inputsOf } from '../evaluation-inputs.ts';

/** What a feed's alerts found about an absence. */
export interface FoundInAbsence {
  absence: Absence;
  /** By alert id. */
  results: ReadonlyMap<string, LookBackResult>;
  /** By firing id. */
  signedBytes: ReadonlyMap<string, SignedBytes>;
}

export function resolve(
  settings: AlertItems,
  feeds: ReadonlyMap<FeedId, FeedAlerts>,
  { absence, results }: FoundInAbsence,
  known: KnownPrices,
  now: UnixMilliseconds,
): Evaluation {
  const { feedId } = absence;
  const record = feeds.get(feedId) ?? { watch: null, states: {}, revision: 0 };
  const { rulesOf, reportsMissed } = inputsOf(settings, feeds);
  const occasion = { askedAt: known.askedAt, isAnswer: true };
  const check = checkFeed(settings, { id: feedId, price: known.priceOf(feedId) }, occasion, now);
  const fresh = check.latest && toExactPrice(check.latest);
  const latest = fresh && { ...check, fresh, isLate: false, afterGap: true, afterPause: false };
  const rules = rulesOf(feedId);
  const { states } = record;
  const resolution = resolveAbsence(absence, results, { rules, states, latest, reportsMissed });
  const changed = { ...record, states: { ...states, ...resolution.states } };
  return {
    feeds: new Map([[feedId, changed]]),
    firings: resolution.firings,
    absences: [],
    isChanged: true,
  };
}
