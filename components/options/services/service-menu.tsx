import { serviceName, type ServiceList } from '@/lib/domain/connection/service-list.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { RefreshIcon, WarningIcon } from '../../shared/icons.tsx';
import {
  DeleteIcon,
  EditIcon,
  MoveDownIcon,
  MoveUpIcon,
  PauseIcon,
} from '../../shared/later-icons.tsx';
import { MenuGroup, MenuItem } from '../../shared/menu.tsx';
import { MenuButton } from '../../shared/menu-button.tsx';
import * as actions from './service-actions.ts';
import type { Editing } from './service-editor.tsx';
import RESUME from 'lucide/dist/esm/icons/play.mjs';
import { Icon } from '../../shared/icon.tsx';

interface ServiceMenuProps {
  service: ServiceSettings;
  list: ServiceList;
  onEdit: (editing: Editing) => void;
}

export function ServiceMenu(props: ServiceMenuProps) {
  return (
    <MenuButton name={serviceName(props.service)}>
      {(menu) => <MenuItems {...props} {...menu} />}
    </MenuButton>
  );
}

interface MenuItemsProps extends ServiceMenuProps {
  opener: HTMLElement;
  onClose: () => void;
}

function MenuItems({ service, list, onEdit, opener, onClose }: MenuItemsProps) {
  const { id, isPaused, mayMixUnverified } = service;
  const closeAndRun = (action: () => unknown) => (): void => {
    onClose();
    action();
  };
  const remove = (): void => {
    if (list.length > 2) focusNeighbor(opener);
    else focusHeading(opener);
    void actions.remove(service);
  };
  return (
    <>
      <MenuItem icon={<EditIcon />} onSelect={closeAndRun(() => onEdit({ id, testRequest: null }))}>
        {t('common.editButton')}
      </MenuItem>
      <MenuItem
        icon={<RefreshIcon />}
        onSelect={closeAndRun(() => onEdit({ id, testRequest: {} }))}
      >
        {t('connection.testButton')}
      </MenuItem>
      <MenuItem
        icon={isPaused ? <ResumeIcon /> : <PauseIcon />}
        onSelect={closeAndRun(() => actions.change(id, { isPaused: !isPaused }))}
      >
        {t(isPaused ? 'services.resumeItem' : 'common.pauseButton')}
      </MenuItem>
      {mayMixUnverified && (
        <MenuItem
          icon={<WarningIcon />}
          onSelect={closeAndRun(() => actions.change(id, { mayMixUnverified: false }))}
        >
          {t('services.consent.forbidItem')}
        </MenuItem>
      )}
      <OrderItems service={service} list={list} opener={opener} onClose={onClose} />
      <div role="separator" />
      <MenuItem
        icon={<DeleteIcon />}
        isDestructive
        isDisabled={list.length === 1}
        onSelect={closeAndRun(remove)}
      >
        {t('common.deleteButton')}
      </MenuItem>
    </>
  );
}

function OrderItems(props: Omit<MenuItemsProps, 'onEdit'>) {
  const { service, list, opener, onClose } = props;
  const index = list.indexOf(service);
  const shift = (by: 1 | -1) => (): void => {
    onClose();
    // The moved element loses the focus, so restore it.
    void actions.shift(service, by).then(() => opener.focus());
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
function focusNeighbor(opener: HTMLElement): void {
  const row = opener.closest('li');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('[data-action="menu"]')?.focus();
}

/** Used when one of two rows is removed: a form replaces a list with one row. */
function focusHeading(opener: HTMLElement): void {
  opener.closest('section')?.querySelector('h2')?.focus();
}

function ResumeIcon() {
  return <Icon shapes={RESUME} />;
}
