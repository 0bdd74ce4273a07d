import type { SnoozeChoice } from '@/lib/alerts/model/rule-changes.ts';
import { durationText } from '@/lib/alerts/text/figures.ts';
import { t } from '@/lib/locale/t.ts';
import { Chip } from '../shared/chip.tsx';
import styles from './snooze-choices.module.css';

const CHOICES: readonly (readonly [choice: SnoozeChoice, seconds: number | null])[] = [
  ['15-minutes', 900],
  ['1-hour', 3_600],
  ['4-hours', 14_400],
  ['24-hours', 86_400],
  ['until-tomorrow', null],
];

interface SnoozeChoicesProps {
  id: string;
  onChoose: (choice: SnoozeChoice) => void;
  onClose: () => void;
}

/**
 * Snooze durations. The button whose `aria-controls` is `id` expands them, and gets the focus back
 * when they close.
 */
export function SnoozeChoices({ id, onChoose, onClose }: SnoozeChoicesProps) {
  const focusOpener = (): void =>
    document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
  return (
    <div
      id={id}
      className={styles.choices}
      role="group"
      aria-label={t('alerts.snooze.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        focusOpener();
        onClose();
      }}
    >
      {CHOICES.map(([choice, seconds], index) => (
        <Chip
          key={choice}
          isStrong
          autoFocus={index === 0}
          onClick={() => {
            focusOpener();
            onChoose(choice);
          }}
        >
          {seconds === null ? t('alerts.snooze.untilTomorrow') : durationText(seconds)}
        </Chip>
      ))}
    </div>
  );
}
