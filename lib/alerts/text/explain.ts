import type { UnixMilliseconds } from '../../units.ts';
import { distanceTo, type Distance } from '../engine/distance.ts';
import { gapFor } from '../engine/feed-watch.ts';
import type { FeedWatch } from '../model/feed-alerts.ts';
import { isWatching, phaseOf, watchingOf, type Phase } from '../model/phase.ts';
import { toExactPrice, type AlertPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { goesByClock } from '../model/trigger.ts';
import { confirmingWords, distanceText, undecidable, waitingWords } from './waiting-words.ts';
import type { Locale } from './words.ts';
import { SUSPENSION_WORDS } from './suspension-words.ts';

// The background polls at least every 300 seconds, so this counts as a gap in every mode.
const LONGEST_GAP = gapFor(300);

export interface Circumstances {
  readonly now: UnixMilliseconds;
  /** The global switch. */
  readonly areOn: boolean;
  readonly latest: AlertPrice | null;
  readonly watch: FeedWatch | null;
  /** Formats a time for the user, such as `14:05` or `3 May, 14:05`. */
  readonly formatTime: (at: UnixMilliseconds) => string;
  readonly locale?: Locale;
}

/** Explains in the alert list why an alert has not fired. */
export function explain(rule: AlertRule, state: AlertState | null, circumstances: Circumstances) {
  const { now, latest, watch } = circumstances;
  const phase = phaseOf(rule, state, now);
  const current = state?.watching === watchingOf(rule) ? state : null;
  const exact = latest && toExactPrice(latest);
  const distance = exact && distanceTo(rule, current, exact);
  const sentences = [
    phaseWords(phase, rule, current, distance, circumstances),
    isWatching(phase) ? obstacleWords(rule, circumstances) : null,
    isWatching(phase) ? unreportedWords(current, circumstances) : null,
  ];
  return {
    phase,
    /** Whole sentences for the user. */
    text: sentences.filter((sentence) => sentence !== null).join(' '),
    distance,
    /** When the feed's last answer came; `null` if there was none in this session. */
    lastAnswerAt: watch?.lookedAt ?? null,
    lastFiredAt: state?.lastFiredAt ?? null,
  };
}

function phaseWords(
  phase: Phase,
  rule: AlertRule,
  state: AlertState | null,
  distance: Distance | null,
  circumstances: Circumstances,
): string {
  const { formatTime, locale, latest } = circumstances;
  switch (phase) {
    case 'off':
      return 'Switched off.';
    case 'expired':
      return `Expired ${formatTime(rule.expiresAt ?? 0)}.`;
    case 'suspended':
      return suspendedWords(state, formatTime);
    case 'snoozed':
      return `Snoozed until ${formatTime(rule.snoozedUntil ?? 0)}.`;
    case 'fired':
      return `Fired ${formatTime(state?.doneAt ?? 0)}, once as asked. Arm it again to watch on.`;
    case 'cooling':
      return `Fired ${formatTime(state?.lastFiredAt ?? 0)}; silent until ${formatTime(state?.coolingUntil ?? 0)}.`;
    case 'confirming':
      return confirmingWords(rule, state, latest, circumstances.now);
    case 'waiting':
      return waitingWords(rule, state, latest, locale);
    default:
      return distance ? `Armed: ${distanceText(distance, locale)} to go.` : 'Armed.';
  }
}

/** Why prices are not being evaluated at all; `null` if they are. */
function obstacleWords(rule: AlertRule, circumstances: Circumstances): string | null {
  const { areOn, latest, watch } = circumstances;
  if (!areOn) return 'All alerts are switched off.';
  if (watch === null) return 'Nobody has looked at this feed since the browser started.';
  if (rule.trigger.kind === 'market') return null;
  const silence = silenceWords(watch, circumstances);
  if (goesByClock(rule.trigger) || silence !== null) return silence;
  if (!latest) return 'There is no price yet.';
  if (!latest.marketOpen && rule.onlyWhileOpen) return 'The market is closed.';
  if (latest.stale) return 'The price is stale: the service gives no fresh one.';
  const exact = toExactPrice(latest);
  return exact ? undecidable(rule.trigger, exact) : 'The price is no number.';
}

/**
 * Without recent answers the current price is unknown. It is not stale: only an answer shows that.
 */
function silenceWords({ lookedAt }: FeedWatch, { now, formatTime }: Circumstances): string | null {
  if (lookedAt !== null && now - lookedAt <= LONGEST_GAP) return null;
  // Answers without a valid proof do not count if verification is required.
  const since = lookedAt === null ? 'yet' : `since ${formatTime(lookedAt)}`;
  return `No answer that counts has come ${since}.`;
}

function suspendedWords(state: AlertState | null, formatTime: Circumstances['formatTime']): string {
  if (!state?.suspended) return 'Auto-paused.';
  const { at, reason } = state.suspended;
  return `Auto-paused ${formatTime(at)}: ${SUSPENSION_WORDS[reason]}`;
}

function unreportedWords(state: AlertState | null, { formatTime }: Circumstances): string | null {
  if (!state?.unreported) return null;
  const time = formatTime(state.unreported.at);
  switch (state.unreported.why) {
    case 'cooling':
      return `It happened again ${time}, during the cool-down.`;
    case 'snoozed':
      return `It happened ${time}, while snoozed.`;
    default:
      return `Seen ${time}: it had happened while nobody looked.`;
  }
}
