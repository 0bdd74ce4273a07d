import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { t } from '@/lib/base/locale/t.ts';
import { setMembership } from '@/lib/pages/watchlist/groups.ts';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { groups } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { useBadgeFeed } from '../../shared/hooks/use-badge-feed.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { BellIcon } from '../../shared/icons.tsx';
import { Menu, MenuGroup, MenuItem } from '../../shared/menu.tsx';
import {
  ChartIcon,
  DeleteIcon,
  EditIcon,
  HoldingIcon,
  LeaveGroupIcon,
  MoveDownIcon,
  MoveUpIcon,
  NewGroupIcon,
  PinIcon,
  ToTopIcon,
} from '../../shared/later-icons.tsx';
import { goTo } from '../../shared/route.ts';
import { leaveRow } from '../list/row-keys.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { ROW_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from './use-overlays.ts';
import { useShownSort } from '../list/use-shown-feeds.ts';

interface RowMenuProps {
  id: string;
  opener: HTMLElement;
  overlays: Overlays;
  group: Group | null;
}

/** Menu of all actions for one feed on the list. */
export function RowMenu({ id, opener, overlays, group }: RowMenuProps) {
  const name = useFeedNames()(id);
  const { actions, close, open } = overlays;
  const remove = (action: (id: string) => Promise<void>) => (): void => {
    const row = opener.closest('li');
    if (row) leaveRow(row);
    void action(id);
  };

  return (
    <Menu label={t('row.menuLabel', { name })} opener={opener} onClose={close}>
      <FeedItems id={id} opener={opener} overlays={overlays} />
      <OrderItems id={id} overlays={overlays} />
      <RowGroups id={id} onNew={() => open({ kind: 'new-group', feedId: id }, opener)} />
      <div role="separator" />
      {group && (
        <MenuItem
          icon={<LeaveGroupIcon />}
          shortcut={ROW_SHORTCUTS.remove[0]}
          onSelect={remove(actions.removeHere)}
        >
          {t('row.menu.removeFromGroup', { group: group.name })}
        </MenuItem>
      )}
      <MenuItem
        icon={<DeleteIcon />}
        isDestructive
        shortcut={group ? undefined : ROW_SHORTCUTS.remove[0]}
        onSelect={remove(actions.remove)}
      >
        {t('row.menu.remove')}
      </MenuItem>
    </Menu>
  );
}

type ItemsProps = Pick<RowMenuProps, 'id' | 'opener' | 'overlays'>;

function FeedItems({ id, opener, overlays: { actions, open } }: ItemsProps) {
  const mark = useStored(alertMarks)?.[id];
  const isBadge = useBadgeFeed() === id;
  const shortcuts = useEnabledShortcuts(ROW_SHORTCUTS);
  const isOffered = useStored(missingFeeds)?.[id] !== 'unknown';
  return (
    <>
      <MenuItem
        icon={<ChartIcon />}
        shortcut={ROW_SHORTCUTS.open[0]}
        onSelect={() => goTo({ view: 'feed', id })}
      >
        {t('row.menu.open')}
      </MenuItem>
      {isOffered && (
        <>
          <MenuItem
            icon={<BellIcon />}
            shortcut={shortcuts.newAlert[0]}
            onSelect={() => goTo({ view: 'new-alert', id, level: null })}
          >
            {t('row.menu.newAlert')}
          </MenuItem>
          <MenuItem
            icon={<PinIcon />}
            checked={isBadge || undefined}
            shortcut={shortcuts.badge[0]}
            onSelect={() => actions.showOnBadge(id)}
          >
            {t('row.showOnBadgeButton')}
          </MenuItem>
        </>
      )}
      {mark !== undefined && (
        <MenuItem icon={<BellIcon />} onSelect={() => goTo({ view: 'alerts', feedId: id })}>
          {t('alerts.title')}
        </MenuItem>
      )}
      <HoldingItem id={id} onSelect={() => open({ kind: 'holding', id }, opener)} />
      <MenuItem icon={<EditIcon />} onSelect={() => open({ kind: 'rename-row', id }, opener)}>
        {t('row.menu.rename')}
      </MenuItem>
    </>
  );
}

/** Only for feeds whose prices are money. */
function HoldingItem({ id, onSelect }: { id: string; onSelect: () => void }) {
  const attributes = useStored(followedFeeds)?.[id];
  if (!attributes || heldCurrency(attributes) === null) return null;
  return (
    <MenuItem icon={<HoldingIcon />} onSelect={onSelect}>
      {t('holding.menuItem')}
    </MenuItem>
  );
}

function OrderItems({ id, overlays: { actions } }: Omit<ItemsProps, 'opener'>) {
  const isByHand = useShownSort() === 'hand';
  const shift = (by: number) => (): void => void actions.shift(id, by);
  return (
    <MenuGroup label={t('row.menu.order')}>
      <MenuItem
        icon={<MoveUpIcon />}
        isDisabled={!isByHand}
        shortcut={ROW_SHORTCUTS.moveUp[0]}
        onSelect={shift(-1)}
      >
        {t('row.menu.moveUp')}
      </MenuItem>
      <MenuItem
        icon={<MoveDownIcon />}
        isDisabled={!isByHand}
        shortcut={ROW_SHORTCUTS.moveDown[0]}
        onSelect={shift(1)}
      >
        {t('row.menu.moveDown')}
      </MenuItem>
      <MenuItem icon={<ToTopIcon />} isDisabled={!isByHand} onSelect={shift(-Infinity)}>
        {t('row.menu.moveToTop')}
      </MenuItem>
    </MenuGroup>
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
            staysOpen
            onSelect={() => void setMembership(group.id, id, !isMember)}
          >
            {group.name}
          </MenuItem>
        );
      })}
      <MenuItem icon={<NewGroupIcon />} onSelect={onNew}>
        {t('group.newItem')}
      </MenuItem>
    </MenuGroup>
  );
}
