import { useState } from 'react';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { t } from '@/lib/base/locale/t.ts';
import { createGroup, setMembership } from '@/lib/pages/watchlist/groups.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { useBadgeFeed } from '../../shared/hooks/use-badge-feed.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { BackIcon, BellIcon } from '../../shared/icons.tsx';
import { Menu, MenuItem } from '../../shared/menu.tsx';
import {
  ChartIcon,
  DeleteIcon,
  EditIcon,
  HoldingIcon,
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
  /** Whether a group is shown: there, the key removes the row from the group only. */
  isInGroup: boolean;
}

/** All actions for one price on the list. */
export function RowMenu(props: RowMenuProps) {
  const { id, opener, overlays } = props;
  const name = useFeedNames()(id);
  const [isMoving, setMoving] = useState(false);
  return (
    <Menu
      label={isMoving ? t('row.menu.move') : t('row.menuLabel', { name })}
      opener={opener}
      onClose={overlays.close}
      onBack={isMoving ? () => setMoving(false) : undefined}
    >
      {isMoving ? (
        <PlaceItems {...props} onBack={() => setMoving(false)} />
      ) : (
        <RowItems {...props} onMove={() => setMoving(true)} />
      )}
    </Menu>
  );
}

function RowItems(props: RowMenuProps & { onMove: () => void }) {
  const { id, opener, overlays, isInGroup, onMove } = props;
  const { actions, open } = overlays;
  const isBadge = useBadgeFeed() === id;
  const shortcuts = useEnabledShortcuts(ROW_SHORTCUTS);
  const isOffered = useStored(missingFeeds)?.[id] !== 'unknown';
  const remove = (): void => {
    const row = opener.closest('li');
    if (row) leaveRow(row);
    void actions.remove(id);
  };
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
        <MenuItem
          icon={<BellIcon />}
          shortcut={shortcuts.newAlert[0]}
          onSelect={() => goTo({ view: 'new-alert', id, level: null })}
        >
          {t('row.menu.newAlert')}
        </MenuItem>
      )}
      <HoldingItem id={id} onSelect={() => open({ kind: 'holding', id }, opener)} />
      {isOffered && (
        <MenuItem
          icon={<PinIcon />}
          checked={isBadge || undefined}
          shortcut={shortcuts.badge[0]}
          onSelect={() => actions.showOnBadge(id)}
        >
          {t('row.showOnBadgeButton')}
        </MenuItem>
      )}
      <MenuItem icon={<EditIcon />} onSelect={() => open({ kind: 'rename-row', id }, opener)}>
        {t('row.menu.rename')}
      </MenuItem>
      <MenuItem icon={<NewGroupIcon />} opensPage staysOpen onSelect={onMove}>
        {t('row.menu.move')}
      </MenuItem>
      <div role="separator" />
      <MenuItem
        icon={<DeleteIcon />}
        isDestructive
        shortcut={isInGroup ? undefined : ROW_SHORTCUTS.remove[0]}
        onSelect={remove}
      >
        {t('row.menu.remove')}
      </MenuItem>
    </>
  );
}

/** Only for prices that are money. */
function HoldingItem({ id, onSelect }: { id: string; onSelect: () => void }) {
  const attributes = useStored(followedFeeds)?.[id];
  if (!attributes || heldCurrency(attributes) === null) return null;
  return (
    <MenuItem icon={<HoldingIcon />} onSelect={onSelect}>
      {t('holding.menuItem')}
    </MenuItem>
  );
}

interface PlaceItemsProps extends RowMenuProps {
  onBack: () => void;
}

/** The row's place: in the order of the list, and in groups. */
function PlaceItems({ id, opener, overlays: { actions, open }, onBack }: PlaceItemsProps) {
  const list = useStored(groups) ?? [];
  const isByHand = useShownSort() === 'hand';
  const moves = [
    ['moveUp', -1, <MoveUpIcon key="up" />, ROW_SHORTCUTS.moveUp[0]],
    ['moveDown', 1, <MoveDownIcon key="down" />, ROW_SHORTCUTS.moveDown[0]],
    ['moveToTop', -Infinity, <ToTopIcon key="top" />, undefined],
  ] as const;
  return (
    <>
      <MenuItem icon={<BackIcon />} staysOpen onSelect={onBack}>
        {t('row.menu.move')}
      </MenuItem>
      <div role="separator" />
      {moves.map(([key, by, icon, shortcut]) => (
        <MenuItem
          key={key}
          icon={icon}
          isDisabled={!isByHand}
          shortcut={shortcut}
          onSelect={() => void actions.shift(id, by)}
        >
          {t(`row.menu.${key}`)}
        </MenuItem>
      ))}
      <div role="separator" />
      {/* The menu stays open, because a price may be in several groups. */}
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
      <MenuItem
        icon={<NewGroupIcon />}
        // The user is working on the current list, so it stays.
        onSelect={() =>
          open({ kind: 'new-group', create: (name) => createGroup(name, [id]) }, opener)
        }
      >
        {t('group.newItem')}
      </MenuItem>
    </>
  );
}
