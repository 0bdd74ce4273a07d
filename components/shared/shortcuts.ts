import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

// The popup's keyboard shortcuts, written as in `aria-keyshortcuts`: for handlers, the users' list
// and the attributes.

/** Anywhere in the popup. */
export const PAGE_SHORTCUTS = {
  search: ['/'],
  help: ['?'],
  back: ['Escape'],
  undo: ['Control+z'],
  hideAmounts: ['h'],
} as const;

/** While a row has the focus. */
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

/** While a group's tab has the focus. */
export const TAB_SHORTCUTS = {
  switch: ['ArrowLeft', 'ArrowRight', 'Home', 'End'],
  rename: ['F2'],
  move: ['Control+Shift+ArrowLeft', 'Control+Shift+ArrowRight'],
  delete: ['Delete'],
} as const;

export type Shortcuts = Readonly<Record<string, readonly string[]>>;

/** Users can turn off single letters and signs. */
export function withoutSingleKeys<T extends Shortcuts>(shortcuts: T): Record<keyof T, string[]> {
  const entries = Object.entries(shortcuts).map(([id, keys]) => [
    id,
    keys.filter((key) => key.length > 1),
  ]);
  return Object.fromEntries(entries);
}

/** `undefined`: none of them. */
export function pressedShortcut<T extends Shortcuts>(
  event: KeyboardEvent | ReactKeyboardEvent,
  shortcuts: T,
): keyof T | undefined {
  const pressed = keysOf(event);
  return Object.keys(shortcuts).find((id) => shortcuts[id]?.includes(pressed));
}

/** For `aria-keyshortcuts`. */
export function ariaShortcuts(...keys: (readonly string[])[]): string {
  return keys.flat().join(' ');
}

function keysOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const key = plainKey(event);
  // Shift is part of a sign such as “?”.
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
  // A Mac's Delete key.
  if (key === 'Backspace' && navigator.userAgent.includes('Macintosh')) return 'Delete';
  // On a Cyrillic, Arabic or Korean keyboard, the key in the same position.
  return key.length === 1 && key > '~' && code.startsWith('Key') ? code.slice(3) : key;
}
