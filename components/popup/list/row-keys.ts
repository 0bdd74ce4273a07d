import type { KeyboardEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { WatchlistActions } from '../../shared/hooks/use-watchlist-actions.ts';
import { stepOfKey } from '../../shared/reading-order.ts';
import { goTo } from '../../shared/route.ts';
import { pressedShortcut, type ROW_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from '../menus/use-overlays.ts';

export interface RowKeys {
  /** Those of the row shortcuts that are on. */
  shortcuts: Readonly<Record<keyof typeof ROW_SHORTCUTS, readonly string[]>>;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  /** Whether rows can be moved: only in manual order. */
  isByHand: boolean;
  /** Of all rows, which need not be in the document. */
  ids: readonly string[];
  /** Makes sure that a row is in the document. */
  prepare: (id: string) => void;
}

/** Handles a key that is pressed in one of the list's rows. */
export function handleRowKey(event: KeyboardEvent<HTMLElement>, keys: RowKeys): void {
  const { shortcuts, actions, onOverlay, isByHand, ids } = keys;
  const control = event.target;
  const row = control instanceof HTMLElement ? control.closest('li') : null;
  const id = row?.dataset['id'];
  // While a row is being moved with its handle, the keys belong to the move.
  if (!row || !id || !(control instanceof HTMLElement) || event.defaultPrevented) return;
  const index = ids.indexOf(id);
  switch (pressedShortcut(event, shortcuts)) {
    case 'next':
      focusAlike(control, ids[index + 1], keys);
      break;
    case 'previous':
      focusAlike(control, ids[index - 1], keys);
      break;
    case 'first':
      focusAlike(control, ids[0], keys);
      break;
    case 'last':
      focusAlike(control, ids.at(-1), keys);
      break;
    case 'controls':
      focusControl(control, row, stepOfKey(event.key) ?? 0);
      break;
    case 'menu':
      onOverlay({ kind: 'row', id }, control);
      break;
    case 'newAlert':
      goTo({ view: 'new-alert', id, level: null });
      break;
    case 'badge':
      void actions.showOnBadge(id);
      actions.announce(t('popup.notice.onBadge', { name: row.getAttribute('aria-label') ?? '' }));
      break;
    case 'moveUp':
      if (isByHand) void actions.shift(id, -1);
      break;
    case 'moveDown':
      if (isByHand) void actions.shift(id, 1);
      break;
    case 'remove':
      leaveRow(row);
      void actions.removeHere(id);
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** Moves the focus to a neighboring row before its own disappears; the last row's goes to the tabs. */
export function leaveRow(row: Element): void {
  // Of a long list, there is space in place of some rows.
  const rows = [...(row.parentElement?.querySelectorAll('li[data-id]') ?? [])];
  const index = rows.indexOf(row);
  const neighbor = rows[index + 1] ?? rows[index - 1];
  const next = neighbor
    ? neighbor.querySelector<HTMLElement>('a')
    : document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  next?.focus();
}

/** Focuses the control of another row that is in the same position. */
function focusAlike(control: HTMLElement, id: string | undefined, { prepare }: RowKeys): void {
  const row = control.closest('li');
  const list = row?.parentElement;
  if (!row || !list || id === undefined) return;
  // May take this row out of the document.
  prepare(id);
  const target = list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  if (!target) return;
  const controls = controlsOf(target);
  (controls[controlsOf(row).indexOf(control)] ?? controls.at(-1))?.focus();
}

function focusControl(control: HTMLElement, row: Element, step: number): void {
  const controls = controlsOf(row);
  controls[controls.indexOf(control) + step]?.focus();
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button')];
}
