import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toggleAmounts } from '../../holdings/amount.tsx';
import { useHasHoldings } from '../../shared/hooks/use-has-holdings.ts';
import { undoPageNotice } from '../../shared/page-notice.ts';
import { goBack, goTo } from '../../shared/route.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { PAGE_SHORTCUTS, pressedShortcut, ROW_SHORTCUTS } from '../../shared/shortcuts.ts';

// Loaded when the sheet is first opened.
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));

interface PageShortcutsProps {
  /** Whether the watchlist is the current view. */
  isList: boolean;
  /** Whether the watchlist is on screen, even beside another view. */
  isListShown: boolean;
}

/** Handles the shortcuts that work in every view, and shows the list of all shortcuts. */
export default function PageShortcuts({ isList, isListShown }: PageShortcutsProps) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isSearchWanted = useRef(false);
  const pageShortcuts = useEnabledShortcuts(PAGE_SHORTCUTS);
  const hasHoldings = useHasHoldings();
  const rowShortcuts = useEnabledShortcuts(ROW_SHORTCUTS);

  // The field can get the focus only once the watchlist is visible again.
  useEffect(() => {
    if (!isListShown || !isSearchWanted.current) return;
    isSearchWanted.current = false;
    focusSearch();
  }, [isListShown]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isOverlayOpen()) return;
    const shortcut = pressedShortcut(event, pageShortcuts);
    if (shortcut === 'back' && !isList) goBack();
    else if (isTyping(event.target)) return;
    else if (isUndoKey(event)) {
      if (!undoPageNotice()) return;
    } else if (shortcut === 'help') setSheetOpen(true);
    else if (shortcut === 'hideAmounts' && hasHoldings) void toggleAmounts();
    else if (shortcut === 'search') {
      isSearchWanted.current = !isListShown;
      if (isListShown) focusSearch();
      else goTo({ view: 'list' });
    } else if (!isListShown || !enterList(pressedShortcut(event, rowShortcuts), event.target))
      return;
    event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    isSheetOpen && (
      <Suspense>
        <ShortcutSheet onClose={() => setSheetOpen(false)} />
      </Suspense>
    )
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('[role="search"] input')?.focus();
}

/** The keys for moving through the list also enter it if nothing has the focus. */
function enterList(
  shortcut: keyof typeof ROW_SHORTCUTS | undefined,
  target: EventTarget | null,
): boolean {
  if (target !== document.body || (shortcut !== 'next' && shortcut !== 'previous')) {
    return false;
  }
  const link = document.querySelector<HTMLElement>('[data-part="watchlist"] a[tabindex="0"]');
  link?.focus();
  return link !== null;
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'z' && (ctrlKey || metaKey) && !shiftKey;
}

/** Open menus and dialogs handle their own keys. */
function isOverlayOpen(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'color', 'radio', 'range'].includes(target.type);
  }
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
