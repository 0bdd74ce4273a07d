import { serviceName, type ServiceList } from '@/lib/domain/connection/service-list.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { RefreshIcon, WarningIcon } from '../../shared/icons.tsx';
import {
  DeleteIcon,
  EditIcon,
  MoveDownIcon,
  MoveUpIcon,
  PauseIcon,
  ResumeIcon,
} from '../../shared/later-icons.tsx';
import { MenuGroup, MenuItem, useOpener } from '../../shared/menu.tsx';
import { MenuButton } from '../../shared/menu-button.tsx';
import * as actions from './service-actions.ts';

export interface Editing {
  /** `null`: a new service. */
  id: string | null;
  /** When the user asked for a test, which a new time starts. */
  testAskedAt: UnixMilliseconds | null;
}

interface ServiceMenuProps {
  service: ServiceSettings;
  list: ServiceList;
  onEdit: (editing: Editing) => void;
}

export function ServiceMenu(props: ServiceMenuProps) {
  return (
    <MenuButton name={serviceName(props.service)}>
      <MenuItems {...props} />
    </MenuButton>
  );
}

function MenuItems({ service, list, onEdit }: ServiceMenuProps) {
  const { id, isPaused, mayMixUnverified } = service;
  const opener = useOpener();
  const remove = (): void => {
    // A form replaces a list with one row.
    if (list.length > 2) focusNeighbor(opener);
    else opener?.closest('section')?.querySelector('h2')?.focus();
    void actions.remove(service);
  };
  return (
    <>
      <MenuItem icon={<EditIcon />} onSelect={() => onEdit({ id, testAskedAt: null })}>
        {t('common.editButton')}
      </MenuItem>
      <MenuItem icon={<RefreshIcon />} onSelect={() => onEdit({ id, testAskedAt: Date.now() })}>
        {t('connection.testButton')}
      </MenuItem>
      <MenuItem
        icon={isPaused ? <ResumeIcon /> : <PauseIcon />}
        onSelect={() => actions.change(id, { isPaused: !isPaused })}
      >
        {t(isPaused ? 'services.resumeItem' : 'common.pauseButton')}
      </MenuItem>
      {mayMixUnverified && (
        <MenuItem
          icon={<WarningIcon />}
          onSelect={() => actions.change(id, { mayMixUnverified: false })}
        >
          {t('services.consent.forbidItem')}
        </MenuItem>
      )}
      <OrderItems service={service} list={list} />
      <div role="separator" />
      <MenuItem
        icon={<DeleteIcon />}
        isDestructive
        isDisabled={list.length === 1}
        onSelect={remove}
      >
        {t('common.deleteButton')}
      </MenuItem>
    </>
  );
}

function OrderItems({ service, list }: Omit<ServiceMenuProps, 'onEdit'>) {
  const opener = useOpener();
  const index = list.indexOf(service);
  const shift = (by: 1 | -1) => (): void => {
    // The moved element loses the focus, so restore it.
    void actions.shift(service, by).then(() => opener?.focus());
  };
  return (
    <MenuGroup label={t('row.menu.order')}>
      <MenuItem icon={<MoveUpIcon />} isDisabled={index === 0} onSelect={shift(-1)}>
        {t('row.menu.moveUp')}
      </MenuItem>
      <MenuItem icon={<MoveDownIcon />} isDisabled={index === list.length - 1} onSelect={shift(1)}>
        {t('row.menu.moveDown')}
      </MenuItem>
    </MenuGroup>
  );
}

/** Moves the focus to the next row, or the previous one, before a row is removed. */
function focusNeighbor(opener: Element | undefined): void {
  const row = opener?.closest('li');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('[data-action="menu"]')?.focus();
}
