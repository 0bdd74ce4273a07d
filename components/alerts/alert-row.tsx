import { memo } from 'react';
import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { needsReset } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { styled } from '@/lib/domain/alerts/text/figure-style.ts';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import { resetWords } from '@/lib/domain/alerts/text/waiting-words.ts';
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
import { AlertLine } from './alert-line.tsx';
import { AlertMenu } from './alert-menu.tsx';
import { alertActions } from './reported-actions.ts';
import { useAlertFeed, useExplanation, type AlertFeed } from './use-alert-feed.ts';
import rowStyles from '../shared/row.module.css';
import styles from './alert-row.module.css';

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
  const action = labelled(t('alerts.row.activeLabel'), words);
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
  return [words, obstacle, rule.note].filter(Boolean).join(' · ');
}

function phaseLine(
  { rule, state }: Pick<AlertRowProps, 'rule' | 'state'>,
  { latest, style }: AlertFeed,
  { phase, text, now }: Explanation,
): string {
  const condition = conditionTitle(rule.trigger, style);
  switch (phase) {
    case 'off':
      return `${condition} · ${t('alertState.word.off')}`;
    case 'snoozed':
    case 'expired':
    case 'fired':
      return text;
    case 'cooling': {
      const time = formatRecentTime(state?.coolingUntil ?? 0, now);
      return t('alerts.row.againAt', { condition, time });
    }
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
