import { SNOOZE_CHOICES, type SnoozeChoice } from '@/lib/domain/alerts/model/rule-changes.ts';
import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Chip } from '../shared/chip.tsx';
import styles from './snooze-choices.module.css';

const SECONDS: Record<SnoozeChoice, number | null> = {
  '15-minutes': 900,
  '1-hour': 3_600,
  '4-hours': 14_400,
  '24-hours': 86_400,
  'until-tomorrow': null,
};

export function snoozeWords(choice: SnoozeChoice): string {
  const seconds = SECONDS[choice];
  return seconds === null ? t('alerts.snooze.untilTomorrow') : formatDuration(seconds);
}

interface SnoozeChoicesProps {
  id: string;
  onChoose: (choice: SnoozeChoice) => void;
  onClose: () => void;
}

/** The button whose `aria-controls` is `id` opens the choices, and gets the focus back. */
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
      {SNOOZE_CHOICES.map((choice, index) => (
        <Chip
          key={choice}
          isStrong
          autoFocus={index === 0}
          onClick={() => {
            focusOpener();
            onChoose(choice);
          }}
        >
          {snoozeWords(choice)}
        </Chip>
      ))}
    </div>
  );
}
