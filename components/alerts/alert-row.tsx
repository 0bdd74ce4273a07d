import { memo } from 'react';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { AlertState } from '@/lib/alerts/model/state.ts';
import { ruleSummary } from '@/lib/alerts/text/rule-words.ts';
import { conditionTitle } from '@/lib/alerts/text/condition-words.ts';
import { t } from '@/lib/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { AlertControls } from './alert-controls.tsx';
import type { OpenAlert } from './alert-target.ts';
import { PhaseIcon } from './icons.tsx';
import { agoWords, timeWords } from './time-words.ts';
import type { AlertActions } from './use-alert-actions.ts';
import { useExplanation, type AlertFeed } from './use-alert-feed.ts';
import { Switch } from '../shared/check.tsx';
import styles from './alert-row.module.css';
import alertStyles from './alerts.module.css';

interface AlertRowProps {
  rule: AlertRule;
  state: AlertState | null;
  feed: AlertFeed;
  /** From the history, which goes further back than the alert state. */
  lastFiredAt: UnixMilliseconds | null;
  actions: AlertActions;
  onOpen: OpenAlert;
}

/** One alert: its condition, its state, and why it has not fired. */
export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { rule, state, feed, actions, onOpen } = props;
  const explanation = useExplanation(rule, state, feed);
  const { phase, standing } = explanation;
  const words = conditionTitle(rule.trigger);

  return (
    <li className={styles.alert} data-phase={standing.phase} aria-label={words}>
      <div className={styles.head}>
        <span className={alertStyles.phase}>
          <PhaseIcon phase={standing.phase} />
        </span>
        <b>{words}</b>
        <span className={styles.word}>{standing.word}</span>
        <Switch
          aria-label={t('alerts.row.actionLabel', {
            action: t('alerts.row.activeLabel'),
            subject: words,
          })}
          checked={rule.enabled}
          onChange={(isOn) => void actions.setOn(rule, isOn)}
        />
      </div>
      {rule.note !== '' && <p className={styles.note}>{rule.note}</p>}
      <p className={styles.why}>
        {standing.isPaused ? t('alertState.notOnWatchlist') : explanation.text}
      </p>
      <div className={styles.foot}>
        <p className={alertStyles.facts}>{factsOf(props, explanation)}</p>
        <AlertControls rule={rule} phase={phase} words={words} actions={actions} onOpen={onOpen} />
      </div>
    </li>
  );
});

function factsOf(
  { rule, lastFiredAt }: AlertRowProps,
  { lastAnswerAt, lastFiredAt: firedAt, now }: ReturnType<typeof useExplanation>,
): string {
  const fired = firedAt ?? lastFiredAt;
  return [
    ruleSummary(rule, (at) => timeWords(at)),
    checkedWords(lastAnswerAt, now),
    fired === null
      ? t('alerts.row.neverTriggered')
      : t('alerts.row.lastTriggered', { time: timeWords(fired, now) }),
  ].join(' · ');
}

function checkedWords(at: UnixMilliseconds | null, now: UnixMilliseconds): string {
  if (at === null) return t('alerts.row.notChecked');
  const ago = agoWords(at, now);
  return ago === null ? t('alerts.row.checkedNow') : t('alerts.row.checked', { ago });
}
