import { inspect } from 'node:util';
import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { readCards } from '@/lib/pages/export/cards.ts';
import { watchlistFile } from '@/lib/pages/export/watchlist-table.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { BTC } from '../feeds.ts';

// Where something private could come to light.

let consoleCalls: unknown[][] = [];

/** Call this before each test. */
export function recordOutputs(): void {
  consoleCalls = [];
  for (const method of ['warn', 'error', 'info', 'log', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...call) => void consoleCalls.push(call));
  }
  // Browser APIs that the test environment lacks.
  const storage = { estimate: async () => ({ usage: 2_500_000 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  const manifest = { manifest_version: 3, name: 'Pricelight', version: '1.2.3' } as const;
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue(manifest);
  vi.spyOn(fakeBrowser.storage.local, 'getBytesInUse').mockResolvedValue(4_200 as never);
}

/** All that was written to the console. */
export function writtenToConsole(): string {
  return inspect(consoleCalls, { depth: null });
}

/**
 * What the extension shows, saves, copies and stores, as text.
 *
 * @param privateKey The key in local storage where the private values belong.
 */
export async function readOutputs(privateKey: string, atMs: number) {
  const csv = await watchlistFile('csv', atMs);
  const json = await watchlistFile('json', atMs);
  const { [privateKey]: _, ...local } = await fakeBrowser.storage.local.get(null);
  return {
    report: await readReport(),
    journal: inspect(await journal.getValue(), { depth: null }),
    console: writtenToConsole(),
    picture: inspect(await readCards(atMs, BTC), { depth: null }),
    csv: csv.name + (await csv.blob.text()),
    json: json.name + (await json.blob.text()),
    tooltip: await fakeBrowser.action.getTitle({}),
    storage: JSON.stringify([local, await fakeBrowser.storage.session.get(null)]),
  };
}
