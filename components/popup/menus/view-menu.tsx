import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { isInSidePanel, hasSidePanel, openInSidePanel, openInTab } from '@/lib/pages/open-page.ts';
import { shiftGroup } from '@/lib/pages/watchlist/groups.ts';
import { CHANGE_PERIODS } from '@/lib/domain/history/periods.ts';
import { groups, listView } from '@/lib/storage/values/view.ts';
import type { Group, ListView } from '@/lib/domain/watchlist/view.ts';
import { valuesShown } from '@/lib/storage/values/holdings.ts';
import { useAmountsHidden } from '../../holdings/amount.tsx';
import { toggleAmounts } from '../../holdings/toggle-amounts.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useIsWide } from '../../shared/hooks/use-is-wide.ts';
import { useHasHoldings } from '../../shared/hooks/use-has-holdings.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { Menu, MenuGroup, MenuItem } from '../../shared/menu.tsx';
import {
  DeleteIcon,
  EditIcon,
  ExportIcon,
  ExternalLinkIcon,
  KeyboardIcon,
  LeftIcon,
  NewGroupIcon,
  RightIcon,
  SidePanelIcon,
} from '../../shared/later-icons.tsx';
import { stepToward } from '../../shared/reading-order.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { PAGE_SHORTCUTS, TAB_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from './use-overlays.ts';
import { useShownSort } from '../list/use-shown-feeds.ts';

const SORTS = [
  ['hand', 'popup.view.custom'],
  ['name', 'popup.view.name'],
  ['change', 'popup.view.change'],
  ['asset-type', 'popup.view.assetType'],
] as const satisfies readonly (readonly [ListView['sort'], PlainKey])[];

const HELD_SORTS = [
  ['value', 'popup.view.value'],
  ['gain', 'popup.view.gain'],
] as const satisfies readonly (readonly [ListView['sort'], PlainKey])[];

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly ListView['density'][];

interface ViewMenuProps {
  opener: HTMLElement;
  overlays: Overlays;
  group: Group | null;
}

/** Menu for the list's display, export, shortcuts, and the selected group. */
export function ViewMenu({ opener, overlays, group }: ViewMenuProps) {
  const view = useStored(listView);
  const shortcuts = useEnabledShortcuts(PAGE_SHORTCUTS);
  const shownSort = useShownSort();
  const hasHoldings = useHasHoldings();
  if (!view) return null;

  return (
    <Menu label={t('popup.viewButton')} opener={opener} onClose={overlays.close}>
      <PeriodItems />
      <MenuGroup label={t('popup.view.sort')}>
        {[...SORTS, ...(hasHoldings ? HELD_SORTS : [])].map(([sort, key]) => (
          <MenuItem
            key={sort}
            isRadio
            checked={shownSort === sort}
            onSelect={() => change({ sort })}
          >
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
            onSelect={() => change({ density })}
          >
            {t(`popup.view.${density}`)}
          </MenuItem>
        ))}
        <MenuItem
          checked={view.showsConfidence}
          onSelect={() => change({ showsConfidence: !view.showsConfidence })}
        >
          {t('popup.view.showConfidence')}
        </MenuItem>
      </MenuGroup>
      {hasHoldings && <HoldingItems />}
      <MenuGroup label={t('popup.watchlistLabel')}>
        <MenuItem icon={<ExportIcon />} onSelect={() => overlays.open({ kind: 'export' }, opener)}>
          {t('export.openButton')}
        </MenuItem>
        <PlaceItems />
        <MenuItem
          icon={<KeyboardIcon />}
          shortcut={shortcuts.help[0]}
          onSelect={() => overlays.open({ kind: 'shortcuts' }, opener)}
        >
          {t('shortcuts.title')}
        </MenuItem>
      </MenuGroup>
      <GroupItems opener={opener} overlays={overlays} group={group} />
    </Menu>
  );
}

function change(part: Partial<ListView>): Promise<unknown> {
  return listView.update((before) => ({ ...before, ...part }));
}

/** Menu items that open this page in a tab or the side panel. */
function PlaceItems() {
  const isWide = useIsWide();
  return (
    <>
      {/* A wide page is already a tab. */}
      {!isWide && (
        <MenuItem icon={<ExternalLinkIcon />} onSelect={() => void openInTab()}>
          {t('popup.view.openInTab')}
        </MenuItem>
      )}
      {hasSidePanel() && !isInSidePanel() && (
        <MenuItem icon={<SidePanelIcon />} onSelect={() => void openInSidePanel()}>
          {t('popup.view.openSidePanel')}
        </MenuItem>
      )}
    </>
  );
}

function PeriodItems() {
  const shown = useChangePeriod();
  return (
    <MenuGroup label={t('popup.periodLabel')}>
      {CHANGE_PERIODS.map((changePeriod) => (
        <MenuItem
          key={changePeriod}
          isRadio
          checked={changePeriod === shown}
          onSelect={() => change({ changePeriod })}
        >
          {t(`period.${changePeriod}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

function HoldingItems() {
  const areShown = useStored(valuesShown) ?? false;
  const areHidden = useAmountsHidden();
  const { hideAmounts } = useEnabledShortcuts(PAGE_SHORTCUTS);
  return (
    <MenuGroup label={t('holdings.title')}>
      <MenuItem checked={areShown} onSelect={() => void valuesShown.setValue(!areShown)}>
        {t('popup.view.showValues')}
      </MenuItem>
      <MenuItem checked={areHidden} shortcut={hideAmounts[0]} onSelect={() => void toggleAmounts()}>
        {t('holdings.hideButton')}
      </MenuItem>
    </MenuGroup>
  );
}

function GroupItems({ opener, overlays, group }: ViewMenuProps) {
  const list = useStored(groups) ?? [];
  const { open, actions } = overlays;
  const newGroup = (
    <MenuItem
      icon={<NewGroupIcon />}
      onSelect={() => open({ kind: 'new-group', feedId: null }, opener)}
    >
      {t('group.newItem')}
    </MenuItem>
  );
  if (!group) return <MenuGroup label={t('group.listLabel')}>{newGroup}</MenuGroup>;

  const { id } = group;
  return (
    <>
      <MenuGroup label={group.name}>
        {newGroup}
        <MenuItem
          icon={<EditIcon />}
          shortcut={TAB_SHORTCUTS.rename[0]}
          onSelect={() => open({ kind: 'rename-group', groupId: id }, opener)}
        >
          {t('group.renameItem')}
        </MenuItem>
        <MoveItems list={list} group={group} />
      </MenuGroup>
      <div role="separator" />
      <MenuItem
        icon={<DeleteIcon />}
        isDestructive
        shortcut={TAB_SHORTCUTS.delete[0]}
        onSelect={() => void actions.deleteGroup(id)}
      >
        {t('group.deleteItem')}
      </MenuItem>
    </>
  );
}

/** Moves the group's tab. The menu stays open, because users often move a tab by several places. */
function MoveItems({ list, group }: { list: readonly Group[]; group: Group }) {
  const at = list.indexOf(group);
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
        onSelect={() => void shiftGroup(group.id, by)}
      >
        {t(`group.move.${side}`)}
      </MenuItem>
    );
  });
}
