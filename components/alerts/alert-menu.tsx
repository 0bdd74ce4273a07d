import type { Phase } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertActions } from './reported-actions.ts';
import { goTo } from '../shared/route.ts';
import { MenuItem } from '../shared/menu.tsx';
import { MenuButton } from '../shared/menu-button.tsx';

interface AlertMenuProps {
  rule: AlertRule;
  phase: Phase;
  words: string;
  /** Whether the menu also turns the alert on and off. */
  hasSwitch?: boolean;
}

export function AlertMenu(props: AlertMenuProps) {
  return (
    <MenuButton name={props.words}>
      <MenuItems {...props} />
    </MenuButton>
  );
}

function MenuItems({ rule, phase, hasSwitch }: AlertMenuProps) {
  const remove = (): void => {
    focusNeighbor();
    void alertActions.remove(rule);
  };
  return (
    <>
      <MenuItem onSelect={() => goTo({ view: 'edit-alert', alertId: rule.id })}>
        {t('common.editButton')}
      </MenuItem>
      <MenuItem onSelect={() => alertActions.duplicate(rule)}>
        {t('common.duplicateButton')}
      </MenuItem>
      {(phase === 'cooling' || (hasSwitch && PHASES_TO_REACTIVATE.has(phase))) && (
        <MenuItem onSelect={() => alertActions.reactivate(rule)}>
          {t('alerts.row.reactivateButton')}
        </MenuItem>
      )}
      {hasSwitch && PHASES_TO_PAUSE.has(phase) && (
        <MenuItem onSelect={() => alertActions.setOn(rule, false)}>
          {t('common.pauseButton')}
        </MenuItem>
      )}
      {phase === 'snoozed' && (
        <MenuItem onSelect={() => alertActions.endSnooze(rule)}>
          {t('alerts.row.endSnoozeButton')}
        </MenuItem>
      )}
      {PHASES_TO_SNOOZE.has(phase) && (
        <>
          <MenuItem onSelect={() => alertActions.snooze(rule, '1-hour')}>
            {t('notification.snoozeButton')}
          </MenuItem>
          <MenuItem onSelect={() => alertActions.snooze(rule, 'until-tomorrow')}>
            {t('alerts.row.snoozeUntilTomorrowButton')}
          </MenuItem>
        </>
      )}
      <div role="separator" />
      <MenuItem isDestructive onSelect={remove}>
        {t('common.deleteButton')}
      </MenuItem>
    </>
  );
}

const PHASES_TO_SNOOZE: ReadonlySet<Phase> = new Set(['armed', 'waiting', 'cooling']);
const PHASES_TO_PAUSE: ReadonlySet<Phase> = new Set([...PHASES_TO_SNOOZE, 'snoozed']);
const PHASES_TO_REACTIVATE: ReadonlySet<Phase> = new Set(['off', 'fired']);

/** Moves the focus to another alert's menu button before this one disappears. */
function focusNeighbor(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-action="menu"]')];
  const at = all.findIndex((button) => button === document.activeElement);
  (all[at + 1] ?? all[at - 1] ?? document.querySelector<HTMLElement>('h1[tabindex]'))?.focus();
}
