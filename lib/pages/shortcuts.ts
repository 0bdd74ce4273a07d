import { browser } from 'wxt/browser';

/** A keyboard command of the manifest. */
export type CommandName = 'popup' | 'sidePanel' | 'nextBadgeFeed';

export interface CommandKeys {
  name: CommandName;
  /** As the browser writes them, such as `Alt+Shift+P`; empty if the command has none. */
  keys: string;
}

const NAMES: Readonly<Record<string, CommandName>> = {
  _execute_action: 'popup',
  _execute_sidebar_action: 'sidePanel',
  'open-side-panel': 'sidePanel',
  'next-badge-feed': 'nextBadgeFeed',
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Chrome's types do not have it
const { openShortcutSettings: openInFirefox } = (browser.commands ?? {}) as {
  openShortcutSettings?: () => Promise<void>;
};

/** The commands and the keys that the user has set for them. */
export async function readCommands(): Promise<CommandKeys[]> {
  const commands = await browser.commands.getAll();
  return commands.flatMap(({ name = '', shortcut = '' }) => {
    const known = NAMES[name];
    return known === undefined ? [] : [{ name: known, keys: shortcut }];
  });
}

/** Opens the browser's own page for changing them. */
export async function openShortcutSettings(): Promise<void> {
  // Firefox's own. A link cannot lead to Chrome's page, a tab can.
  if (openInFirefox) await openInFirefox();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
