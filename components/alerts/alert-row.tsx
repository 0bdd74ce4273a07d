import { memo } from 'react';
import { explain, type Circumstances, type Explanation } from '@/lib/alerts/explain.ts';
import type { AlertRule } from '@/lib/alerts/rule.ts';
import type { AlertState } from '@/lib/alerts/state.ts';
import { triggerWords } from '@/lib/alerts/words.ts';
import { ageInSeconds } from '../shared/age.tsx';
import { useClock } from '../hooks/clock.ts';
import { AlertControls } from './alert-controls.tsx';
import type { OpenAlert } from './alert-target.ts';
import { capitalised } from './capitalised.ts';
import { PhaseIcon } from './icons.tsx';
import { PAUSED, standingOf } from './standing.ts';
import { ruleSummary } from './rule-summary.ts';
import { timeWords } from './time-words.ts';
import type { AlertActions } from './use-alert-actions.ts';
import { Switch } from '../shared/check.tsx';
import styles from './alert-row.module.css';
import alertStyles from './alerts.module.css';

/** The circumstances that all alerts on a feed share. */
export type FeedCircumstances = Omit<Circumstances, 'now' | 'formatTime'>;

interface AlertRowProps {
  rule: AlertRule;
  state: AlertState | null;
  feed: FeedCircumstances;
  isFollowed: boolean;
  /** From the history, which goes further back than the alert state. Unix milliseconds. */
  lastFiredAt: number | null;
  actions: AlertActions;
  onOpen: OpenAlert;
}

/** One alert: its condition, its state, and why it has not fired. */
export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { rule, state, feed, isFollowed, actions, onOpen } = props;
  const now = useClock((nowMs) => nowMs);
  const explanation = explain(rule, state, {
    ...feed,
    now,
    formatTime: (at) => timeWords(at, now),
  });
  const { phase } = explanation;
  const standing = standingOf(phase, feed.areOn, isFollowed);
  const words = capitalised(triggerWords(rule.trigger));

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
      <p className={styles.why}>{standing.word === PAUSED ? PAUSED_WHY : explanation.text}</p>
      <div className={styles.foot}>
        <p className={alertStyles.facts}>{factsOf(props, explanation, now)}</p>
        <AlertControls rule={rule} phase={phase} words={words} actions={actions} onOpen={onOpen} />
      </div>
    </li>
  );
});

const PAUSED_WHY = 'Its feed is not on the watchlist, so nobody looks at its price.';

function factsOf(
  { rule, lastFiredAt }: AlertRowProps,
  { lastLookedAt, lastFiredAt: firedAt }: Explanation,
  now: number,
): string {
  const fired = firedAt ?? lastFiredAt;
  return [
    ruleSummary(rule),
    lastLookedAt === null ? 'not checked yet' : checkedWords(lastLookedAt, now),
    fired === null ? 'never fired' : `last fired ${timeWords(fired, now)}`,
  ].join(' · ');
}

function checkedWords(at: number, now: number): string {
  const age = ageInSeconds(at / 1_000, now);
  return age === 'ahead' ? 'checked just now' : `checked ${age} ago`;
}
