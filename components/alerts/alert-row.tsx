import { memo } from 'react';
import type { Phase } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { ruleSummary } from '@/lib/domain/alerts/text/rule-words.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { styled } from '@/lib/domain/alerts/text/figure-style.ts';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import { absoluteDecimal } from '@/lib/domain/prices/arithmetic.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { AlertMenu } from './alert-menu.tsx';
import type { OpenAlert } from './alert-target.ts';
import { PhaseIcon } from './icons.tsx';
import { formatTimeAgo } from '@/lib/base/locale/format-ago.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { alertActions } from './reported-actions.ts';
import { useExplanation, type AlertFeed } from './use-alert-feed.ts';
import { Button } from '../shared/button.tsx';
import { Switch } from '../shared/check.tsx';
import styles from './alert-row.module.css';
import alertStyles from './alerts.module.css';

interface AlertRowProps {
  rule: AlertRule;
  state: AlertState | null;
  feed: AlertFeed;
  /** Last firing in the history, which goes back further than the state. */
  lastFiredAt: UnixMilliseconds | null;
  onOpen: OpenAlert;
}

export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { rule, state, feed, onOpen } = props;
  const explanation = useExplanation(rule, state, feed);
  const { phase, standing } = explanation;
  const words = conditionTitle(rule.trigger, feed.style);

  return (
    <li className={styles.alert} data-phase={standing.phase} aria-label={words}>
      <div className={styles.head}>
        <span className={alertStyles.phase}>
          <PhaseIcon phase={standing.phase} />
        </span>
        <b>{words}</b>
        <MainAction rule={rule} phase={phase} words={words} onOpen={onOpen} />
        <AlertMenu rule={rule} phase={phase} words={words} onOpen={onOpen} />
      </div>
      {rule.note !== '' && <p className={styles.note}>{rule.note}</p>}
      <p className={styles.why} title={exactDistance(explanation, feed)}>
        {standing.phase === phase && SAID_IN_TEXT.has(phase) ? null : (
          <>
            <span className={styles.word}>{standing.word}</span>{' '}
          </>
        )}
        {standing.paused ?? explanation.text}
      </p>
      <p className={alertStyles.facts}>{factsOf(props, explanation)}</p>
    </li>
  );
});

const SAID_IN_TEXT: ReadonlySet<Phase> = new Set(['off', 'expired', 'snoozed', 'fired', 'cooling']);

interface MainActionProps extends Pick<AlertRowProps, 'rule' | 'onOpen'> {
  phase: Phase;
  words: string;
}

/** Turns the alert on or off, or reactivates one that has ended. */
function MainAction({ rule, phase, words, onOpen }: MainActionProps) {
  const labelled = (action: string): string => t('common.labelled', { what: action, value: words });
  if (phase === 'expired') {
    const edit = t('common.editButton');
    const open = (): void => onOpen({ view: 'edit-alert', alertId: rule.id });
    return (
      <Button kind="small" aria-label={labelled(edit)} onClick={open}>
        {edit}
      </Button>
    );
  }
  if (phase === 'fired') {
    const again = t('alerts.row.useAgainButton');
    const reactivate = (): void => void alertActions.reactivate(rule);
    return (
      <Button kind="small" aria-label={labelled(again)} onClick={reactivate}>
        {again}
      </Button>
    );
  }
  return (
    <Switch
      aria-label={labelled(t('alerts.row.activeLabel'))}
      checked={rule.enabled}
      onChange={(isOn) => void alertActions.setOn(rule, isOn)}
    />
  );
}

/** The distance with every digit, while the text is rounded. */
function exactDistance(
  { distance }: ReturnType<typeof useExplanation>,
  { style }: AlertFeed,
): string | undefined {
  return distance ? styled(exactNumber(absoluteDecimal(distance.amount)), style) : undefined;
}

function factsOf(
  { rule, lastFiredAt }: AlertRowProps,
  { lastAnswerAt, lastFiredAt: firedAt, now }: ReturnType<typeof useExplanation>,
): string {
  const fired = firedAt ?? lastFiredAt;
  return [
    ruleSummary(rule, (at) => formatRecentTime(at)),
    checkedWords(lastAnswerAt, now),
    fired === null
      ? t('alerts.row.neverTriggered')
      : t('alerts.row.lastTriggered', { time: formatRecentTime(fired, now) }),
  ].join(' · ');
}

function checkedWords(at: UnixMilliseconds | null, now: UnixMilliseconds): string {
  if (at === null) return t('alerts.row.notChecked');
  return now - at < 1_000
    ? t('alerts.row.checkedNow')
    : t('alerts.row.checked', { ago: formatTimeAgo(now - at) });
}
