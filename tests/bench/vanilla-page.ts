import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SCRIPTS = /<(?:script|link rel="modulepreload")[^>]*>(?:\s*<\/script>)?/g;

/**
 * Writes a page that shows the watchlist without a library: it reads the same storage, creates the
 * same kind of rows, all of them, and updates their prices. It has no charts, menus or keys, and
 * its prices are numbers. It shows how fast plain JavaScript is. Returns its path.
 */
export async function writeVanillaPage(extensionDir: string): Promise<string> {
  const popup = await readFile(join(extensionDir, 'popup.html'), 'utf8');
  const script = '<script type="module" src="/vanilla.js"></script>';
  const page = popup.replaceAll(SCRIPTS, '').replace('</head>', () => `${script}</head>`);
  await writeFile(join(extensionDir, 'vanilla.html'), page);
  await writeFile(join(extensionDir, 'vanilla.js'), `await (${showWatchlist.toString()})();`);
  return '/vanilla.html';
}

interface Chrome {
  storage: Record<
    'local' | 'session',
    {
      get: (keys: string[] | null) => Promise<Record<string, unknown>>;
      onChanged: {
        addListener: (listener: (changes: Record<string, { newValue?: unknown }>) => void) => void;
      };
    }
  >;
}

declare const chrome: Chrome;

// Runs in the page, so it cannot use anything outside itself.
async function showWatchlist(): Promise<void> {
  const [{ watchlist, followedFeeds: stored }, session] = (await Promise.all([
    chrome.storage.local.get(['watchlist', 'followedFeeds']),
    chrome.storage.session.get(null),
  ])) as [{ watchlist: string[]; followedFeeds: { value: string } }, Record<string, unknown>];
  const followedFeeds = JSON.parse(stored.value) as Record<string, Record<string, string>>;
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 8,
  });
  const list = document.createElement('ul');
  list.dataset['part'] = 'watchlist';
  const figures = new Map(watchlist.map((id) => [id, rowOf(id)]));
  document.getElementById('root')?.append(list);
  for (const id of watchlist) show(id, session[`latest:${id}`]);
  chrome.storage.session.onChanged.addListener((changes) => {
    for (const id of watchlist) show(id, changes[`latest:${id}`]?.newValue);
  });

  function rowOf(id: string): HTMLDataElement {
    const row = document.createElement('li');
    const name = document.createElement('a');
    name.textContent = followedFeeds[id]?.['display_symbol'] ?? id;
    name.href = `#feed/${id}`;
    const description = document.createElement('small');
    description.textContent = followedFeeds[id]?.['description'] ?? '';
    const figure = document.createElement('data');
    const change = document.createElement('span');
    row.append(name, description, figure, change);
    list.append(row);
    return figure;
  }

  function show(id: string, text: unknown): void {
    const figure = figures.get(id);
    if (typeof text !== 'string' || !figure) return;
    const [price, , expo] = JSON.parse(text) as [string, string, number];
    figure.dataset['part'] = 'price';
    figure.value = `${price}e${expo}`;
    figure.textContent = format.format(Number(figure.value));
  }
}
