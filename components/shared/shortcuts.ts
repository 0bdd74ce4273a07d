import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

// The popup's keyboard shortcuts, in the format of `aria-keyshortcuts`. Used by the key handlers,
// the list of shortcuts and the attributes.

/** Available anywhere in the popup. */
export const PAGE_SHORTCUTS = {
  search: ['/', '+'],
  help: ['?'],
  back: ['Escape'],
  undo: ['Control+z'],
  hideAmounts: ['h'],
} as const;

/** Available while a row has the focus. */
export const ROW_SHORTCUTS = {
  next: ['ArrowDown', 'j'],
  previous: ['ArrowUp', 'k'],
  first: ['Home'],
  last: ['End'],
  open: ['Enter'],
  controls: ['ArrowLeft', 'ArrowRight'],
  menu: ['Shift+F10', 'ContextMenu'],
  newAlert: ['a'],
  badge: ['b'],
  moveUp: ['Alt+ArrowUp'],
  moveDown: ['Alt+ArrowDown'],
  remove: ['Delete'],
} as const;

/** Available while a group's tab has the focus. */
export const TAB_SHORTCUTS = {
  switch: ['ArrowLeft', 'ArrowRight', 'Home', 'End'],
  rename: ['F2'],
  move: ['Control+Shift+ArrowLeft', 'Control+Shift+ArrowRight'],
  delete: ['Delete'],
} as const;

export type Shortcuts = Readonly<Record<string, readonly string[]>>;

/** Users can turn off shortcuts that are single letters or signs. */
export function withoutSingleKeys<T extends Shortcuts>(shortcuts: T): Record<keyof T, string[]> {
  const entries = Object.entries(shortcuts).map(([id, keys]) => [
    id,
    keys.filter((key) => key.length > 1),
  ]);
  return Object.fromEntries(entries);
}

/** Returns `undefined` if the key is no shortcut. */
export function pressedShortcut<T extends Shortcuts>(
  event: KeyboardEvent | ReactKeyboardEvent,
  shortcuts: T,
): keyof T | undefined {
  const pressed = keysOf(event);
  return Object.keys(shortcuts).find((id) => shortcuts[id]?.includes(pressed));
}

/** Value of `aria-keyshortcuts`. */
export function ariaShortcuts(...keys: (readonly string[])[]): string {
  return keys.flat().join(' ');
}

function keysOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const key = plainKey(event);
  // Typing a sign such as “?” may need Shift, so ignore it.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return [
    (event.ctrlKey || event.metaKey) && 'Control+',
    event.shiftKey && !isSign && 'Shift+',
    event.altKey && 'Alt+',
    key.length === 1 ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join('');
}

function plainKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // The key labeled "delete" on a Mac sends Backspace.
  if (key === 'Backspace' && navigator.userAgent.includes('Macintosh')) return 'Delete';
  // On a Cyrillic, Arabic or Korean keyboard, use the key's physical position.
  return key.length === 1 && key > '~' && code.startsWith('Key') ? code.slice(3) : key;
}
