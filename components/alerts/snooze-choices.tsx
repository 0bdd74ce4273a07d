import type { SnoozeChoice } from '@/lib/alerts/model/rule-changes.ts';
import { Chip } from '../shared/chip.tsx';
import styles from './snooze-choices.module.css';

const CHOICES: readonly (readonly [choice: SnoozeChoice, words: string])[] = [
  ['15-minutes', '15 min'],
  ['1-hour', '1 h'],
  ['4-hours', '4 h'],
  ['24-hours', '24 h'],
  ['until-tomorrow', 'Until tomorrow'],
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
      aria-label="Snooze for"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        focusOpener();
        onClose();
      }}
    >
      {CHOICES.map(([choice, words], index) => (
        <Chip
          key={choice}
          isStrong
          autoFocus={index === 0}
          onClick={() => {
            focusOpener();
            onChoose(choice);
          }}
        >
          {words}
        </Chip>
      ))}
    </div>
  );
}
