import type { KeyboardEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { WatchlistActions } from '../../shared/hooks/use-watchlist-actions.ts';
import { stepOfKey } from '../../shared/reading-order.ts';
import { goTo } from '../../shared/route.ts';
import { pressedShortcut, type ROW_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from '../menus/use-overlays.ts';

export interface RowKeys {
  /** The enabled row shortcuts. */
  shortcuts: Readonly<Record<keyof typeof ROW_SHORTCUTS, readonly string[]>>;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  /** Whether rows can be moved: only in manual order. */
  isByHand: boolean;
  /** All rows, including those not in the document. */
  ids: readonly string[];
  prepare: (id: string) => void;
}

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
      actions.announce(t('tooltip.badge', { name: row.getAttribute('aria-label') ?? '' }));
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

/** Moves the focus to a neighboring row, or to the tabs, before its own row disappears. */
export function leaveRow(row: Element): void {
  // A long list also contains empty space for the rows that are not in the document.
  const rows = [...(row.parentElement?.querySelectorAll('li[data-id]') ?? [])];
  const index = rows.indexOf(row);
  const neighbor = rows[index + 1] ?? rows[index - 1];
  const next = neighbor
    ? neighbor.querySelector<HTMLElement>('a')
    : document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  next?.focus();
}

/** Focuses the control in the same position of another row. */
function focusAlike(control: HTMLElement, id: string | undefined, { prepare }: RowKeys): void {
  const row = control.closest('li');
  const list = row?.parentElement;
  if (!row || !list || id === undefined) return;
  // This may remove the current row from the document.
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
