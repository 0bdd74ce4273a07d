import { browser } from 'wxt/browser';

export interface ToolbarButton {
  text: string;
  /** The badge's background, as a CSS color. */
  color: string;
  /** The tooltip, in lines. */
  lines: readonly string[];
}

export async function readToolbarButton(): Promise<ToolbarButton> {
  const { action } = browser;
  const [text, [red, green, blue], title] = await Promise.all([
    action.getBadgeText({}),
    action.getBadgeBackgroundColor({}),
    action.getTitle({}),
  ]);
  return { text, color: `rgb(${red} ${green} ${blue})`, lines: title.split('\n') };
}

/** Whether the button is pinned; `null` if this browser does not report it. */
export async function isOnToolbar(): Promise<boolean | null> {
  const settings = await browser.action.getUserSettings?.().catch(() => null);
  return settings?.isOnToolbar ?? null;
}

/** Returns a function that stops watching. */
export function watchToolbar(onChange: () => void): () => void {
  // Some browsers lack this event. Pinning moves the focus to the browser's buttons and back.
  browser.action.onUserSettingsChanged?.addListener(onChange);
  globalThis.addEventListener('focus', onChange);
  return () => {
    browser.action.onUserSettingsChanged?.removeListener(onChange);
    globalThis.removeEventListener('focus', onChange);
  };
}

export const IS_FIREFOX = import.meta.env.BROWSER === 'firefox';
