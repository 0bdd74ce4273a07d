import { memo, useMemo } from 'react';
import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { needsReset } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { styled } from '@/lib/domain/alerts/text/figure-style.ts';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import { resetWords } from '@/lib/domain/alerts/text/distance-words.ts';
import { dateFormat } from '@/lib/base/locale/format.ts';
import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { absoluteDecimal } from '@/lib/domain/prices/arithmetic.ts';
import { marketStateAt } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { classNames } from '../shared/button.tsx';
import { routeHash } from '../shared/route.ts';
import { Switch } from '../shared/check.tsx';
import { AlertMenu } from './alert-menu.tsx';
import { alertActions } from './reported-actions.ts';
import { useAlertFeed, useExplanation, type AlertFeed } from './use-alert-feed.ts';
import rowStyles from '../shared/row.module.css';
import styles from './alert-row.module.css';
import { readCandleLine } from '@/lib/domain/history/candle-line.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { parseDecimal, toNumber } from '@/lib/domain/prices/decimal.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { useAreCandlesAllowed } from '../shared/hooks/use-are-candles-allowed.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';

interface AlertRowProps {
  rule: AlertRule;
  state: AlertState | null;
  /** `undefined`: not checked in this session. */
  known: FeedAlerts | undefined;
  /** Whether it cannot trigger without the user doing anything. */
  isIdle: boolean;
  /** Whether it was added just before the list was opened, or since. */
  isNew: boolean;
}

export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { rule, state, known, isIdle, isNew } = props;
  const { title, attributes, feed } = useAlertFeed(rule.feedId, known);
  const explanation = useExplanation(rule, state, feed);
  const { phase } = explanation;
  const words = conditionTitle(rule.trigger, feed.style);
  const line = secondLine({ rule, state }, feed, explanation);
  const action = labelled(t('alertState.word.armed'), words);
  return (
    <li
      className={classNames(rowStyles.row, styles.alert)}
      data-phase={explanation.standing.phase}
      data-idle={isIdle || undefined}
      data-new={isNew || undefined}
      aria-label={words}
    >
      <div className={rowStyles.name}>
        <a href={routeHash({ view: 'edit-alert', alertId: rule.id })} dir="auto">
          {title}
        </a>
        <AlertMenu hasSwitch rule={rule} phase={phase} words={words} />
        <small title={line}>{line}</small>
      </div>
      <span className={styles.middle}>
        <AlertLine rule={rule} />
        {phase !== 'expired' && (
          <Switch
            aria-label={action}
            checked={rule.enabled && phase !== 'fired'}
            onChange={(isOn) => void alertActions.setOn(rule, isOn)}
          />
        )}
      </span>
      <Figure {...{ rule, state, feed, explanation, attributes }} />
    </li>
  );
});

type Explanation = ReturnType<typeof useExplanation>;

/** The condition or what the alert waits for, what is in its way, and its note. */
function secondLine(
  { rule, state }: Pick<AlertRowProps, 'rule' | 'state'>,
  feed: AlertFeed,
  explanation: Explanation,
): string {
  const { standing, obstacle } = explanation;
  const words = standing.paused ?? phaseLine({ rule, state }, feed, explanation);
  // No line begins with the dot.
  return [words, obstacle, rule.note].filter(Boolean).join('\u00a0· ');
}

function phaseLine(
  { rule, state }: Pick<AlertRowProps, 'rule' | 'state'>,
  { latest, style }: AlertFeed,
  { phase, now }: Explanation,
): string {
  const condition = conditionTitle(rule.trigger, style);
  const time = (at: number | null | undefined): string => formatRecentTime(at ?? 0, now);
  switch (phase) {
    case 'off':
      return `${condition} · ${t('alertState.word.off')}`;
    case 'snoozed':
      return t('alertState.snoozed', { time: time(rule.snoozedUntil) });
    case 'expired':
      return t('alertState.expired', { time: time(rule.expiresAt) });
    case 'fired':
      return t('alertState.triggered', { time: time(state?.doneAt) });
    case 'cooling':
      return t('alerts.row.againAt', { condition, time: time(state?.coolingUntil) });
    default:
      return needsReset(rule, state) ? resetWords(rule, latest, style) : condition;
  }
}

interface FigureProps extends Pick<AlertRowProps, 'rule' | 'state'> {
  feed: AlertFeed;
  explanation: Explanation;
  attributes: FeedAttributes;
}

/** How far the alert is from triggering: in percent, or in time. */
function Figure({ rule, state, feed, explanation, attributes }: FigureProps) {
  const { phase, distance, remaining, now } = explanation;
  if (phase === 'cooling' && state?.coolingUntil) {
    const seconds = Math.max(60, (state.coolingUntil - now) / 1_000);
    return (
      <Distance figure={formatDuration(60 * Math.ceil(seconds / 60))} unit={t('alerts.row.toGo')} />
    );
  }
  if (rule.trigger.kind === 'market') return <NextChange {...{ attributes, now }} />;
  if (!remaining || !distance) return <Distance figure="–" unit="" />;
  const exact = styled(exactNumber(absoluteDecimal(distance.amount)), feed.style);
  const isWaiting = phase === 'waiting' && needsReset(rule, state);
  const side = distance.amount.mantissa < 0n ? 'above' : 'below';
  return (
    <Distance
      figure={remaining.percent ?? remaining.amount}
      unit={t(isWaiting ? `alerts.row.${side}` : 'alerts.row.toGo')}
      title={exact}
    />
  );
}

/** When the market opens or closes next. */
function NextChange({ attributes, now }: { attributes: FeedAttributes; now: number }) {
  const schedule = parseSchedule(attributes);
  const at = isMalformed(schedule) ? null : marketStateAt(schedule, now).nextChange;
  if (!at) return <Distance figure="–" unit="" />;
  const format = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(options).format(at.epochMilliseconds);
  return (
    <Distance
      figure={format({ hour: 'numeric', minute: '2-digit' })}
      unit={format({ weekday: 'short' })}
    />
  );
}

function Distance({ figure, unit, title }: { figure: string; unit: string; title?: string }) {
  return (
    <span className={classNames(rowStyles.figure, styles.figure)} title={title}>
      <b dir="auto">{figure}</b>
      <small>{unit}</small>
    </span>
  );
}

const [WIDTH, HEIGHT, EDGE] = [80, 28, 3];
/** How much of the line's height a level out of reach takes. */
const SHARE = 0.55;

/** The day's prices in gray, and the alert's level; one out of reach is dashed at the edge. */
const AlertLine = memo(function AlertLine({ rule }: { rule: AlertRule }) {
  const { feedId, trigger } = rule;
  const areAllowed = useAreCandlesAllowed();
  const isFeed = subjectOf(feedId).kind === 'feed';
  const stored = useStoredPart(candleLines, (lines) => lines?.[feedId] ?? null);
  const level = 'level' in trigger ? trigger.level : null;
  const drawn = useMemo(() => {
    const line = isFeed && areAllowed && stored !== null ? readCandleLine(stored) : null;
    if (!line) return null;
    const exact = level === null ? null : parseDecimal(level);
    const value = exact && toNumber({ ...exact, expo: exact.expo - line.expo });
    return draw(line.points.map(Number), value);
  }, [isFeed, areAllowed, stored, level]);
  if (!drawn) return null;
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={drawn.path} />
      <circle cx={WIDTH - EDGE} cy={drawn.last} r="2.25" />
      {drawn.level !== null && (
        <path data-level={drawn.isBeyond ? 'beyond' : 'near'} d={`M0 ${drawn.level}H${WIDTH}`} />
      )}
    </svg>
  );
});

function draw(points: readonly number[], level: number | null) {
  let [low, high] = [Math.min(...points), Math.max(...points)];
  const span = Math.max(high - low, Number.MIN_VALUE);
  const isBeyond = level !== null && (level > high + span || level < low - span);
  if (level !== null && level > high) high = isBeyond ? high + SHARE * span : level;
  if (level !== null && level < low) low = isBeyond ? low - SHARE * span : level;
  const yOf = (value: number): number => {
    const y = EDGE + ((high - value) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
    return Math.min(HEIGHT - 2, Math.max(2, Math.round(10 * y) / 10));
  };
  const step = (WIDTH - EDGE) / Math.max(1, points.length - 1);
  const places = points.map((value, index) => `${Math.round(index * step)} ${yOf(value)}`);
  return {
    path: `M${places.join('L')}`,
    last: yOf(points.at(-1) ?? 0),
    level: level === null ? null : yOf(level),
    isBeyond,
  };
}
