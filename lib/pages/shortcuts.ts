import { browser } from 'wxt/browser';

type CommandName = 'popup' | 'sidePanel' | 'nextBadgeFeed';

export interface CommandKeys {
  name: CommandName;
  /** As the browser writes them, such as `Alt+Shift+P`; empty if unset. */
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

export async function readCommands(): Promise<CommandKeys[]> {
  const commands = await browser.commands.getAll();
  return commands.flatMap(({ name = '', shortcut = '' }) => {
    const known = NAMES[name];
    return known === undefined ? [] : [{ name: known, keys: shortcut }];
  });
}

export async function openShortcutSettings(): Promise<void> {
  // A link cannot open Chrome's page, but a tab can.
  if (openInFirefox) await openInFirefox();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
