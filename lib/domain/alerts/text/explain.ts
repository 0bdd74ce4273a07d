import { t } from '../../../base/locale/t.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../../base/units.ts';
import { faultWords } from '../../market/fault-words.ts';
import type { Fault } from '../../market/price-state.ts';
import type { AnySchedule } from '../../prices/schedule-grammar.ts';
import { distanceTo } from '../engine/distance.ts';
import { gapFor } from '../engine/feed-watch.ts';
import type { FeedWatch } from '../model/feed-alerts.ts';
import { isWatching, phaseOf, watchingOf, type Phase } from '../model/phase.ts';
import { toExactPrice, type AlertPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { goesByClock } from '../model/trigger.ts';
import { AS_QUOTED, type FigureStyle } from './figure-style.ts';
import { distanceValues } from './distance-words.ts';

// The background polls at least every 300 seconds, so this is a gap in every mode.
const LONGEST_GAP = gapFor(300);

export interface AlertContext {
  readonly now: UnixMilliseconds;
  readonly areOn: boolean;
  readonly latest: AlertPrice | null;
  readonly watch: FeedWatch | null;
  /** Why a calculated figure does not count now, as text. */
  readonly waitsFor?: string | null;
  /** What is wrong with the feed's price, as the list shows it; `null`: nothing. */
  readonly fault?: Fault | null;
  readonly schedule: AnySchedule;
  /** By default as the feed is quoted. */
  readonly style?: FigureStyle;
  /** Formats a time such as `14:05` or `3 May, 14:05`. */
  readonly formatTime: (at: UnixMilliseconds) => string;
}

/** Explains in the alert list why an alert has not fired. */
export function explain(rule: AlertRule, state: AlertState | null, circumstances: AlertContext) {
  const { now, latest, style = AS_QUOTED } = circumstances;
  const phase = phaseOf(rule, state, now);
  const current = state?.watching === watchingOf(rule) ? state : null;
  const exact = latest && toExactPrice(latest);
  const distance = exact && distanceTo(rule, current, exact);
  const remaining = exact && distance && distanceValues(distance, exact, style);
  return {
    phase,
    /** Why its prices are not evaluated; `null` if they are. */
    obstacle: isWatching(phase) ? obstacleWords(rule, circumstances) : null,
    distance,
    remaining,
  };
}

/**
 * The alert's phase, unless something else stops it. @param paused why it is not checked, as text
 */
export function effectivePhase(phase: Phase, areOn: boolean, paused: string | null) {
  if (isWatching(phase) && !areOn) {
    return { phase: 'off', word: t('alerts.allOff'), paused: null } as const;
  }
  if (isWatching(phase) && paused !== null) {
    return { phase: 'waiting', word: t('alertState.word.off'), paused } as const;
  }
  return { phase, word: t(`alertState.word.${phase}`), paused: null };
}

/** Why prices are not evaluated at all. */
function obstacleWords(rule: AlertRule, circumstances: AlertContext): string | null {
  const { areOn, now, latest, watch, waitsFor, fault, schedule } = circumstances;
  if (!areOn) return null;
  if (waitsFor) return waitsFor;
  // It is checked with the next price.
  if (watch === null) return null;
  if (rule.trigger.kind === 'market') return null;
  const silence = silenceWords(watch, circumstances);
  if (goesByClock(rule.trigger) || silence !== null) return silence;
  if (!latest) return t('alertState.obstacle.noPrice');
  if (!latest.marketOpen) {
    return faultWords('closed', { publishTime: latest.publishTime, schedule, nowMs: now });
  }
  const isUnchecked = latest.stale || (fault && fault !== 'after-hours');
  if (isUnchecked) return notCheckedWords(toMilliseconds(latest.publishTime), circumstances);
  return toExactPrice(latest) ? null : t('detail.invalidPrice');
}

/** Without recent responses, the price is unknown, not stale. */
function silenceWords({ lookedAt }: FeedWatch, circumstances: AlertContext): string | null {
  const { now, latest } = circumstances;
  if (lookedAt !== null && now - lookedAt <= LONGEST_GAP) return null;
  // Responses without a valid proof do not count if verification is required.
  if (lookedAt === null) return t('alertState.obstacle.noPrice');
  // The time that the list shows beside the price.
  const since = latest ? toMilliseconds(latest.publishTime) : lookedAt;
  return notCheckedWords(since, circumstances);
}

function notCheckedWords(since: UnixMilliseconds, { formatTime }: AlertContext): string {
  return t('alertState.obstacle.notCheckedSince', { time: formatTime(since) });
}
