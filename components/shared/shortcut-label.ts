import { t, type PlainKey } from '@/lib/base/locale/t.ts';

/** Label in the user's language: `Ctrl Shift ←`. */
export function shortcutLabel(shortcut: string): string {
  // The plus sign is a key itself, too.
  return shortcut
    .split(/(?<=.)\+/u)
    .map(keyLabel)
    .join(' ');
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ContextMenu: '☰',
};

const WORDS: Readonly<Record<string, PlainKey>> = {
  Control: 'common.key.control',
  Shift: 'common.key.shift',
  Alt: 'common.key.alt',
  Delete: 'common.key.delete',
  Escape: 'common.key.escape',
  Enter: 'common.key.enter',
  Home: 'common.key.home',
  End: 'common.key.end',
};

function keyLabel(key: string): string {
  const words = WORDS[key];
  return words === undefined ? (ARROWS[key] ?? key.toUpperCase()) : t(words);
}
