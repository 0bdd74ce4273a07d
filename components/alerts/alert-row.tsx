import { memo } from 'react';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { AlertState } from '@/lib/alerts/model/state.ts';
import { ruleSummary } from '@/lib/alerts/text/rule-words.ts';
import { triggerTitle } from '@/lib/alerts/text/words.ts';
import { toSeconds, type UnixMilliseconds } from '@/lib/units.ts';
import { ageInSeconds } from '../shared/age.tsx';
import { AlertControls } from './alert-controls.tsx';
import type { OpenAlert } from './alert-target.ts';
import { PhaseIcon } from './icons.tsx';
import { timeWords } from './time-words.ts';
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
  const words = triggerTitle(rule.trigger);

  return (
    <li className={styles.alert} data-phase={standing.phase} aria-label={words}>
      <div className={styles.head}>
        <span className={alertStyles.phase}>
          <PhaseIcon phase={standing.phase} />
        </span>
        <b>{words}</b>
        <span className={styles.word}>{standing.word}</span>
        <Switch
          aria-label={`On: ${words}`}
          checked={rule.enabled}
          onChange={(isOn) => void actions.setOn(rule, isOn)}
        />
      </div>
      {rule.note !== '' && <p className={styles.note}>{rule.note}</p>}
      <p className={styles.why}>{standing.isPaused ? PAUSED_WHY : explanation.text}</p>
      <div className={styles.foot}>
        <p className={alertStyles.facts}>{factsOf(props, explanation)}</p>
        <AlertControls rule={rule} phase={phase} words={words} actions={actions} onOpen={onOpen} />
      </div>
    </li>
  );
});

const PAUSED_WHY = 'Its feed is not on the watchlist, so nobody looks at its price.';

function factsOf(
  { rule, lastFiredAt }: AlertRowProps,
  { lastAnswerAt, lastFiredAt: firedAt, now }: ReturnType<typeof useExplanation>,
): string {
  const fired = firedAt ?? lastFiredAt;
  return [
    ruleSummary(rule, (at) => timeWords(at)),
    lastAnswerAt === null ? 'not checked yet' : checkedWords(lastAnswerAt, now),
    fired === null ? 'never fired' : `last fired ${timeWords(fired, now)}`,
  ].join(' · ');
}

function checkedWords(at: UnixMilliseconds, now: UnixMilliseconds): string {
  const age = ageInSeconds(toSeconds(at), now);
  return age === 'ahead' ? 'checked just now' : `checked ${age} ago`;
}
