import { shiftGroup } from '@/lib/watchlist/groups.ts';
import { groups, listView, type Group, type ListView } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Menu, MenuGroup, MenuItem } from './menu.tsx';
import type { Overlays } from './use-overlays.ts';

const SORTS = [
  ['hand', 'By hand'],
  ['name', 'Name'],
  ['change', 'Change'],
  ['asset-type', 'Asset type'],
] as const satisfies readonly (readonly [ListView['sort'], string])[];

const DENSITIES = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const satisfies readonly (readonly [ListView['density'], string])[];

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
    <Menu label="View" opener={opener} onClose={close}>
      <MenuGroup label="Sort">
        {SORTS.map(([sort, label]) => (
          <MenuItem key={sort} isRadio checked={view.sort === sort} onSelect={choose({ sort })}>
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label="Density">
        {DENSITIES.map(([density, label]) => (
          <MenuItem
            key={density}
            isRadio
            checked={view.density === density}
            onSelect={choose({ density })}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <GroupItems opener={opener} overlays={overlays} group={group} />
      <MenuGroup label="List">
        <MenuItem onSelect={() => overlays.open({ kind: 'export' }, opener)}>Export…</MenuItem>
      </MenuGroup>
    </Menu>
  );
}

function GroupItems({ opener, overlays, group }: ViewMenuProps) {
  const list = useStored(groups) ?? [];
  const { open, close, actions } = overlays;
  const newGroup = (
    <MenuItem onSelect={() => open({ kind: 'new-group', feedId: null }, opener)}>
      New group…
    </MenuItem>
  );
  if (!group) return <MenuGroup label="Groups">{newGroup}</MenuGroup>;

  const { id } = group;
  const at = list.indexOf(group);
  // The menu stays open, because users often move a tab by several places.
  const shift = (by: number) => (): void => void shiftGroup(id, by);
  return (
    <MenuGroup label={group.name}>
      <MenuItem shortcut="F2" onSelect={() => open({ kind: 'rename-group', groupId: id }, opener)}>
        Rename group…
      </MenuItem>
      <MenuItem isDisabled={at <= 0} shortcut="Control+Shift+ArrowLeft" onSelect={shift(-1)}>
        Move tab left
      </MenuItem>
      <MenuItem
        isDisabled={at === list.length - 1}
        shortcut="Control+Shift+ArrowRight"
        onSelect={shift(1)}
      >
        Move tab right
      </MenuItem>
      <MenuItem
        shortcut="Delete"
        onSelect={() => {
          close();
          void actions.deleteGroup(id);
        }}
      >
        Delete group
      </MenuItem>
      {newGroup}
    </MenuGroup>
  );
}
