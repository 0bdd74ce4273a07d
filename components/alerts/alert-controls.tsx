import { useId, useState, type MouseEvent, type ReactNode } from 'react';
import type { Phase } from '@/lib/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import { t } from '@/lib/locale/t.ts';
import type { OpenAlert } from './alert-target.ts';
import { SnoozeChoices } from './snooze-choices.tsx';
import type { AlertActions } from './use-alert-actions.ts';
import { IconButton } from '../shared/button.tsx';
import { CopyIcon, DeleteIcon, EditIcon, ReactivateIcon, SnoozeIcon } from '../shared/icons.tsx';
import styles from './alert-row.module.css';

interface AlertControlsProps {
  rule: AlertRule;
  phase: Phase;
  /** The alert's condition, in words. */
  words: string;
  actions: AlertActions;
  onOpen: OpenAlert;
}

/** Buttons for one alert. */
export function AlertControls({ rule, phase, words, actions, onOpen }: AlertControlsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choicesId = useId();
  const isSnoozed = phase === 'snoozed';
  const remove = (event: MouseEvent<HTMLButtonElement>): void => {
    // A click with detail 0 came from the keyboard: move the focus before the alert disappears.
    if (event.detail === 0) focusNeighbor(event.currentTarget);
    void actions.remove(rule);
  };

  return (
    <div className={styles.controls}>
      {PHASES_TO_REACTIVATE.has(phase) && (
        <Control action="reactivate" of={words} onClick={() => void actions.reactivate(rule)}>
          <ReactivateIcon />
        </Control>
      )}
      {phase !== 'off' && phase !== 'expired' && (
        // One button for both actions, so that it keeps the focus.
        <Control
          action={isSnoozed ? 'endSnooze' : 'snooze'}
          of={words}
          {...(!isSnoozed && { controls: choicesId, isOpen: isChoosing })}
          onClick={() => {
            if (isSnoozed) void actions.endSnooze(rule);
            else setChoosing(!isChoosing);
          }}
        >
          <SnoozeIcon />
        </Control>
      )}
      <Control
        action="edit"
        of={words}
        onClick={() => onOpen({ view: 'edit-alert', alertId: rule.id })}
      >
        <EditIcon />
      </Control>
      <Control action="duplicate" of={words} onClick={() => void actions.duplicate(rule)}>
        <CopyIcon />
      </Control>
      <Control action="delete" of={words} onClick={remove}>
        <DeleteIcon />
      </Control>
      {isChoosing && !isSnoozed && (
        <SnoozeChoices
          id={choicesId}
          onChoose={(choice) => {
            setChoosing(false);
            void actions.snooze(rule, choice);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

const PHASES_TO_REACTIVATE: ReadonlySet<Phase> = new Set(['fired', 'suspended', 'cooling']);

interface ControlProps {
  action: 'reactivate' | 'snooze' | 'endSnooze' | 'edit' | 'duplicate' | 'delete';
  /** The alert's condition, in words. */
  of: string;
  /** Id of the element that the button expands. */
  controls?: string;
  isOpen?: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

function Control({ action, of, controls, isOpen, onClick, children }: ControlProps) {
  const label = t(`alerts.row.${action}Button`);
  return (
    <IconButton
      label={t('alerts.row.actionLabel', { action: label, subject: of })}
      title={label}
      data-action={action}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}

function focusNeighbor(button: HTMLButtonElement): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-action="delete"]')];
  const at = all.indexOf(button);
  (all[at + 1] ?? all[at - 1])?.focus();
}
