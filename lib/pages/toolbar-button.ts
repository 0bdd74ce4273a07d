import { browser } from 'wxt/browser';

/** What the toolbar button shows. */
export interface ToolbarButton {
  /** The badge. */
  text: string;
  /** The badge's background, as a CSS color. */
  color: string;
  /** The tooltip, in lines. */
  lines: readonly string[];
}

/** Reads from the browser what the toolbar button shows now. */
export async function readToolbarButton(): Promise<ToolbarButton> {
  const { action } = browser;
  const [text, [red, green, blue], title] = await Promise.all([
    action.getBadgeText({}),
    action.getBadgeBackgroundColor({}),
    action.getTitle({}),
  ]);
  return { text, color: `rgb(${red} ${green} ${blue})`, lines: title.split('\n') };
}

/** Whether the user pinned the button to the toolbar; `null`: this browser does not say. */
export async function isOnToolbar(): Promise<boolean | null> {
  const settings = await browser.action.getUserSettings?.().catch(() => null);
  return settings?.isOnToolbar ?? null;
}

/** Calls back when the user may have pinned or unpinned it. Returns a function that stops it. */
export function watchToolbar(onChange: () => void): () => void {
  // Not in every browser. Pinning takes the focus to the browser's own buttons and back.
  browser.action.onUserSettingsChanged?.addListener(onChange);
  globalThis.addEventListener('focus', onChange);
  return () => {
    browser.action.onUserSettingsChanged?.removeListener(onChange);
    globalThis.removeEventListener('focus', onChange);
  };
}

/** Whether this is Firefox, whose menus differ. */
export const IS_FIREFOX = import.meta.env.BROWSER === 'firefox';
