import { t } from '@/lib/locale/t.ts';
import { setMembership } from '@/lib/watchlist/groups.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { groups, listView, rowNames, type Group } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Menu, MenuGroup, MenuItem } from '../shared/menu.tsx';
import { goTo } from '../shared/route.ts';
import type { Overlays } from './use-overlays.ts';

interface RowMenuProps {
  id: string;
  opener: HTMLElement;
  overlays: Overlays;
  group: Group | null;
}

/** Menu of all actions for one feed on the list. */
export function RowMenu({ id, opener, overlays, group }: RowMenuProps) {
  const known = useStored(followedFeeds);
  const names = useStored(rowNames);
  const isByHand = useStored(listView)?.sort === 'hand';
  const name = names?.[id] ?? feedName(known?.[id], id).symbol;
  const { actions, close, open } = overlays;

  const closeAndRun = (action: () => unknown) => (): void => {
    close();
    action();
  };
  const shift = (by: number) => closeAndRun(() => actions.shift(id, by));

  return (
    <Menu label={t('row.menuLabel', { name })} opener={opener} onClose={close}>
      <MenuItem onSelect={closeAndRun(() => goTo({ view: 'feed', id }))}>
        {t('row.menu.open')}
      </MenuItem>
      <MenuItem onSelect={closeAndRun(() => goTo({ view: 'new-alert', id, level: null }))}>
        {t('row.menu.newAlert')}
      </MenuItem>
      <MenuItem onSelect={closeAndRun(() => actions.showOnBadge(id))}>
        {t('row.showOnBadgeButton')}
      </MenuItem>
      <MenuItem onSelect={() => open({ kind: 'rename-row', id }, opener)}>
        {t('row.menu.rename')}
      </MenuItem>
      <MenuGroup label={t('row.menu.order')}>
        <MenuItem isDisabled={!isByHand} shortcut="Alt+ArrowUp" onSelect={shift(-1)}>
          {t('row.menu.moveUp')}
        </MenuItem>
        <MenuItem isDisabled={!isByHand} shortcut="Alt+ArrowDown" onSelect={shift(1)}>
          {t('row.menu.moveDown')}
        </MenuItem>
        <MenuItem isDisabled={!isByHand} onSelect={shift(-Infinity)}>
          {t('row.menu.moveToTop')}
        </MenuItem>
      </MenuGroup>
      <RowGroups id={id} onNew={() => open({ kind: 'new-group', feedId: id }, opener)} />
      <div role="separator" />
      {group && (
        <MenuItem onSelect={closeAndRun(() => actions.removeHere(id))}>
          {t('row.menu.removeFromGroup', { group: group.name })}
        </MenuItem>
      )}
      <MenuItem onSelect={closeAndRun(() => actions.remove(id))}>{t('row.menu.remove')}</MenuItem>
    </Menu>
  );
}

/** Toggles group membership. The menu stays open, because a feed may be in several groups. */
function RowGroups({ id, onNew }: { id: string; onNew: () => void }) {
  const list = useStored(groups) ?? [];
  return (
    <MenuGroup label={t('group.listLabel')}>
      {list.map((group) => {
        const isMember = group.feedIds.includes(id);
        return (
          <MenuItem
            key={group.id}
            checked={isMember}
            onSelect={() => void setMembership(group.id, id, !isMember)}
          >
            {group.name}
          </MenuItem>
        );
      })}
      <MenuItem onSelect={onNew}>{t('group.newItem')}</MenuItem>
    </MenuGroup>
  );
}
