import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { showGroup } from '@/lib/pages/watchlist/groups.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { stepOfKey } from '../../shared/reading-order.ts';
import { ScrollStrip } from '../../shared/scroll-strip.tsx';
import { pressedShortcut, TAB_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from '../menus/use-overlays.ts';
import { useShownGroup } from '../../shared/hooks/use-shown-group.ts';
import styles from './group-tabs.module.css';

export const LIST_PANEL = 'list-panel';

export function tabId(groupId: string | null): string {
  return `tab-${groupId ?? 'all'}`;
}

/** Tabs above the list: "All" and the user's groups. */
export function GroupTabs({ overlays }: { overlays: Overlays }) {
  const list = useStored(groups) ?? [];
  const shownId = useShownGroup()?.id ?? null;
  const tabs = [{ id: null, name: t('group.all') }, ...list];
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The first tab is always visible, and scrolling to it would force a layout before first paint.
    if (shownId === null) return;
    const selected = document.getElementById(tabId(shownId));
    selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId]);

  const onKeyDown = useTabKeys(tabs, overlays, bar);

  const openMenu = (event: MouseEvent<HTMLElement>, groupId: string | null): void => {
    event.preventDefault();
    overlays.open({ kind: 'group', groupId }, event.currentTarget);
  };

  return (
    <ScrollStrip className={styles.tabs}>
      <div ref={bar} className={styles.list} role="tablist" aria-label={t('group.listLabel')}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={styles.tab}
            id={tabId(id)}
            title={name}
            aria-selected={id === shownId}
            aria-controls={LIST_PANEL}
            tabIndex={id === shownId ? 0 : -1}
            onClick={() => void showGroup(id)}
            onContextMenu={(event) => openMenu(event, id)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
    </ScrollStrip>
  );
}

/** Arrows, Home and End select; Ctrl+Shift and an arrow moves; F2 renames; Delete deletes. */
function useTabKeys(
  tabs: readonly { id: string | null }[],
  overlays: Overlays,
  bar: RefObject<HTMLElement | null>,
): (event: KeyboardEvent<HTMLElement>) => void {
  const shownId = useShownGroup()?.id ?? null;
  return (event) => {
    const at = tabs.findIndex(({ id }) => id === shownId);
    const shortcut = pressedShortcut(event, TAB_SHORTCUTS);
    if (shortcut === 'switch') {
      const target = tabs.at(targetIndex(event.key, at, tabs.length));
      if (!target) return;
      document.getElementById(tabId(target.id))?.focus();
      void showGroup(target.id);
    } else if (shortcut === undefined || shownId === null) return;
    else if (shortcut === 'move') {
      const by = stepOfKey(event.key) ?? 0;
      void import('@/lib/pages/watchlist/groups.ts').then(({ shiftGroup }) =>
        shiftGroup(shownId, by),
      );
    } else if (shortcut === 'rename') {
      overlays.open({ kind: 'rename-group', groupId: shownId }, event.currentTarget);
    } else {
      void overlays.actions.deleteGroup(shownId);
      bar.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
    }
    event.preventDefault();
  };
}

function targetIndex(key: string, at: number, count: number): number {
  const step = stepOfKey(key);
  if (step !== undefined) return (at + step + count) % count;
  return key === 'End' ? count - 1 : 0;
}
