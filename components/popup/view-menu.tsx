import { t, type PlainKey } from '@/lib/locale/t.ts';
import { shiftGroup } from '@/lib/watchlist/groups.ts';
import { groups, listView, type Group, type ListView } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Menu, MenuGroup, MenuItem } from '../shared/menu.tsx';
import { stepToward } from '../shared/reading-order.ts';
import { PlaceItems } from './place-items.tsx';
import type { Overlays } from './use-overlays.ts';

const SORTS = [
  ['hand', 'popup.view.custom'],
  ['name', 'popup.view.name'],
  ['change', 'popup.view.change'],
  ['asset-type', 'popup.view.assetType'],
] as const satisfies readonly (readonly [ListView['sort'], PlainKey])[];

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly ListView['density'][];

const ARROW_KEYS = { left: 'ArrowLeft', right: 'ArrowRight' } as const;

interface ViewMenuProps {
  opener: HTMLElement;
  overlays: Overlays;
  group: Group | null;
}

/** Menu for sorting, density and export, and for the selected group. */
export function ViewMenu({ opener, overlays, group }: ViewMenuProps) {
  const view = useStored(listView);
  if (!view) return null;
  const { close } = overlays;
  const choose = (part: Partial<ListView>) => (): void => {
    close();
    void listView.update((before) => ({ ...before, ...part }));
  };

  return (
    <Menu label={t('popup.viewButton')} opener={opener} onClose={close}>
      <MenuGroup label={t('popup.view.sort')}>
        {SORTS.map(([sort, key]) => (
          <MenuItem key={sort} isRadio checked={view.sort === sort} onSelect={choose({ sort })}>
            {t(key)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={t('popup.view.density')}>
        {DENSITIES.map((density) => (
          <MenuItem
            key={density}
            isRadio
            checked={view.density === density}
            onSelect={choose({ density })}
          >
            {t(`popup.view.${density}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <GroupItems opener={opener} overlays={overlays} group={group} />
      <MenuGroup label={t('popup.watchlistLabel')}>
        <MenuItem onSelect={() => overlays.open({ kind: 'export' }, opener)}>
          {t('popup.view.export')}
        </MenuItem>
        <PlaceItems close={close} />
      </MenuGroup>
    </Menu>
  );
}

function GroupItems({ opener, overlays, group }: ViewMenuProps) {
  const list = useStored(groups) ?? [];
  const { open, close, actions } = overlays;
  const newGroup = (
    <MenuItem onSelect={() => open({ kind: 'new-group', feedId: null }, opener)}>
      {t('group.newItem')}
    </MenuItem>
  );
  if (!group) return <MenuGroup label={t('group.listLabel')}>{newGroup}</MenuGroup>;

  const { id } = group;
  const at = list.indexOf(group);
  // The menu stays open, because users often move a tab by several places.
  const shift = (by: number) => (): void => void shiftGroup(id, by);
  return (
    <MenuGroup label={group.name}>
      <MenuItem shortcut="F2" onSelect={() => open({ kind: 'rename-group', groupId: id }, opener)}>
        {t('group.renameItem')}
      </MenuItem>
      {(['left', 'right'] as const).map((side) => {
        const by = stepToward(side);
        return (
          <MenuItem
            key={side}
            isDisabled={list[at + by] === undefined}
            shortcut={`Control+Shift+${ARROW_KEYS[side]}`}
            onSelect={shift(by)}
          >
            {t(`group.move.${side}`)}
          </MenuItem>
        );
      })}
      <MenuItem
        shortcut="Delete"
        onSelect={() => {
          close();
          void actions.deleteGroup(id);
        }}
      >
        {t('group.deleteItem')}
      </MenuItem>
      {newGroup}
    </MenuGroup>
  );
}
