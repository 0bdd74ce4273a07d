import { t } from '@/lib/base/locale/t.ts';
import { createGroup, shiftGroup, showGroup } from '@/lib/pages/watchlist/groups.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import {
  DeleteIcon,
  EditIcon,
  LeftIcon,
  NewGroupIcon,
  RightIcon,
} from '../../shared/later-icons.tsx';
import { Menu, MenuItem } from '../../shared/menu.tsx';
import { stepToward } from '../../shared/reading-order.ts';
import { TAB_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from './use-overlays.ts';

interface GroupMenuProps {
  /** `null`: the tab of all prices. */
  groupId: string | null;
  opener: HTMLElement;
  overlays: Overlays;
}

/** What can be done with a group, from its tab. */
export function GroupMenu({ groupId, opener, overlays }: GroupMenuProps) {
  const group = useStored(groups)?.find(({ id }) => id === groupId);
  const { open, close, actions } = overlays;
  return (
    <Menu label={group?.name ?? t('group.listLabel')} opener={opener} onClose={close}>
      <MenuItem
        icon={<NewGroupIcon />}
        onSelect={() => open({ kind: 'new-group', create: showNewGroup }, opener)}
      >
        {t('group.newItem')}
      </MenuItem>
      {group && (
        <>
          <MenuItem
            icon={<EditIcon />}
            shortcut={TAB_SHORTCUTS.rename[0]}
            onSelect={() => open({ kind: 'rename-group', groupId: group.id }, opener)}
          >
            {t('group.renameItem')}
          </MenuItem>
          <MoveItems groupId={group.id} />
          <div role="separator" />
          <MenuItem
            icon={<DeleteIcon />}
            isDestructive
            shortcut={TAB_SHORTCUTS.delete[0]}
            onSelect={() => void actions.deleteGroup(group.id)}
          >
            {t('group.deleteItem')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

async function showNewGroup(name: string): Promise<void> {
  const group = await createGroup(name);
  if (group) await showGroup(group.id);
}

/** Moves the group's tab. The menu stays open, because users often move a tab by several places. */
function MoveItems({ groupId }: { groupId: string }) {
  const list = useStored(groups) ?? [];
  const at = list.findIndex(({ id }) => id === groupId);
  const [left, right] = TAB_SHORTCUTS.move;
  const sides = [
    ['left', left, <LeftIcon key="left" />],
    ['right', right, <RightIcon key="right" />],
  ] as const;
  return sides.map(([side, shortcut, icon]) => {
    const by = stepToward(side);
    return (
      <MenuItem
        key={side}
        icon={icon}
        isDisabled={list[at + by] === undefined}
        shortcut={shortcut}
        staysOpen
        onSelect={() => void shiftGroup(groupId, by)}
      >
        {t(`group.move.${side}`)}
      </MenuItem>
    );
  });
}
