import { listView, type ChangePeriod } from '@/lib/storage/view.ts';
import { useChangePeriod } from '../hooks/use-changes.ts';
import { PERIOD_WORDS } from '../shared/period-words.ts';
import styles from './period-switch.module.css';

const PERIODS = [
  ['1h', '1h'],
  ['24h', '24h'],
  ['7d', '7d'],
] as const satisfies readonly (readonly [ChangePeriod, string])[];

/** Chooses the period for price changes. */
export function PeriodSwitch() {
  const shown = useChangePeriod();
  return (
    <fieldset className={styles.periods} aria-label="Change over">
      {PERIODS.map(([period, text]) => (
        <label key={period} title={`Change in ${PERIOD_WORDS[period]}`}>
          <input
            type="radio"
            name="change-period"
            aria-label={PERIOD_WORDS[period]}
            checked={period === shown}
            onChange={() => choose(period)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function choose(changePeriod: ChangePeriod): void {
  void listView.update((view) => ({ ...view, changePeriod }));
}
