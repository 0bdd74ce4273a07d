import { t } from '@/lib/base/locale/t.ts';

/** A shortcut as it is written on keyboards in the user's language: `Ctrl Shift ←`. */
export function shortcutLabel(shortcut: string): string {
  return shortcut.split('+').map(keyLabel).join(' ');
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ContextMenu: '☰',
};

function keyLabel(key: string): string {
  switch (key) {
    case 'Control':
      return t('common.key.control');
    case 'Shift':
      return t('common.key.shift');
    case 'Alt':
      return t('common.key.alt');
    case 'Delete':
      return t('common.key.delete');
    case 'Escape':
      return t('common.key.escape');
    case 'Enter':
      return t('common.key.enter');
    case 'Home':
      return t('common.key.home');
    case 'End':
      return t('common.key.end');
    default:
      return ARROWS[key] ?? key.toUpperCase();
  }
}
