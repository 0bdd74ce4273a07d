import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { explain, effectivePhase, type AlertContext } from '@/lib/domain/alerts/text/explain.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { alertSettings } from '@/lib/storage/values/alerts.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useClock } from '../shared/hooks/clock.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { useSubject } from './use-subject.ts';

/** Data shared by all alerts on a subject. */
export interface AlertFeed extends Omit<AlertContext, 'now' | 'formatTime'> {
  style: FigureStyle;
  isFollowed: boolean;
  /** Why the alerts are not checked, as text; `null` if they are. */
  paused: string | null;
}

/** @param id a subject's, see `subject.ts` @param known `undefined`: not checked in this session */
export function useAlertFeed(id: string, known: FeedAlerts | undefined) {
  const { title, attributes, paused, ...subject } = useSubject(id);
  const { latest, waitsFor, fault, style, isFollowed } = subject;
  const schedule = parseSchedule(attributes);
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? true);
  const watch = known?.watch ?? null;
  const state = { latest, watch, waitsFor, fault, schedule };
  const feed: AlertFeed = { areOn, ...state, style, isFollowed, paused };
  return { title, attributes, feed };
}

/** Updated every second. */
export function useExplanation(rule: AlertRule, state: AlertState | null, feed: AlertFeed) {
  const now = useClock((nowMs) => nowMs);
  const formatTime = (at: UnixMilliseconds): string => formatRecentTime(at, now);
  const explanation = explain(rule, state, { ...feed, now, formatTime });
  const standing = effectivePhase(explanation.phase, feed.areOn, feed.paused);
  return { ...explanation, standing, now };
}
