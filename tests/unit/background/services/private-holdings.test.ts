import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readReport } from '@/lib/diagnostics/report.ts';
import { readStoredState } from '@/lib/export/backup/stored-state.ts';
import { writeBackup } from '@/lib/export/backup/write.ts';
import { readPictureFooter } from '@/lib/export/picture-footer.ts';
import { watchlistFile } from '@/lib/export/watchlist-files.ts';
import { journal } from '@/lib/storage/diagnostics.ts';
import { holdings } from '@/lib/storage/holdings.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';
import { endWorld, prepareWorld, setUpServices, until, untilLiveFrom } from './world.ts';

// What the user owns is only in its own stored value, and in a backup that shall contain it.

const QUANTITY = '8317.250914';
const COST = '42986.771305';
const consoleCalls: unknown[][] = [];

beforeEach(() => {
  prepareWorld();
  for (const method of ['warn', 'error', 'info', 'log', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...call) => void consoleCalls.push(call));
  }
  // Browser APIs that the test environment lacks.
  const storage = { estimate: async () => ({ usage: 2_500_000 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  const manifest = { manifest_version: 3, name: 'Pricelight', version: '1.2.3' } as const;
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue(manifest);
  vi.spyOn(fakeBrowser.storage.local, 'getBytesInUse').mockResolvedValue(4_200 as never);
});
afterEach(endWorld);

it('quantities and costs are in nothing that is requested, written, shown, copied or saved', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const services = await setUpServices([{}, {}]);
  await holdings.setValue({
    [BTC]: { quantity: QUANTITY, cost: { perUnit: COST, currency: 'USD' } },
  });
  startWorker().openPage();
  await untilLiveFrom(services, 0);
  services.all[0]?.fail({ kind: 'status', status: 503, body: 'out of order' });
  services.all[0]?.endStreams();
  await untilLiveFrom(services, 1);
  // A damaged entry is reported, without its value.
  const damaged = { [BTC]: { quantity: QUANTITY, cost: COST } };
  await fakeBrowser.storage.local.set({ holdings: damaged });
  expect(await holdings.getValue()).toEqual({});
  await until(() => expect(inspect(consoleCalls)).toContain('holdings does not fit'));
  await holdings.setValue({
    [BTC]: { quantity: QUANTITY, cost: { perUnit: COST, currency: 'USD' } },
  });

  const now = Date.now();
  const state = await readStoredState();
  const options = { withSecrets: true, atMs: now };
  expect(hiddenIn(writeBackup(state, { ...options, withHoldings: true }))).toEqual([
    QUANTITY,
    COST,
  ]);

  const csv = await watchlistFile('csv', now);
  const json = await watchlistFile('json', now);
  const outputs = {
    requests: JSON.stringify(services.all.map(({ requests }) => requests)),
    fetches: inspect(sent.mock.calls, { depth: null }),
    report: await readReport(),
    backup: writeBackup(state, { ...options, withHoldings: false }),
    journal: inspect(await journal.getValue(), { depth: null }),
    console: inspect(consoleCalls, { depth: null }),
    picture: inspect(await readPictureFooter([BTC], now)),
    csv: csv.name + (await csv.blob.text()),
    json: json.name + (await json.blob.text()),
    tooltip: await fakeBrowser.action.getTitle({}),
    storage: await storedExceptHoldings(),
  };
  for (const [name, text] of Object.entries(outputs)) {
    expect(text, name).not.toBe('');
    expect(hiddenIn(text), name).toEqual([]);
  }
  expect(outputs.requests).toContain(BTC);
  expect(outputs.fetches).toContain(BTC);
  expect(outputs.csv).toContain(BTC);
}, 60_000);

async function storedExceptHoldings(): Promise<string> {
  const { [holdings.key]: _, ...local } = await fakeBrowser.storage.local.get(null);
  return JSON.stringify([local, await fakeBrowser.storage.session.get(null)]);
}

function hiddenIn(text: string): string[] {
  // Also with a comma, grouped, or without its last digits.
  return [QUANTITY, COST].filter((figure) => {
    const [whole = '', decimals = ''] = figure.split('.');
    return [whole, `${whole.slice(0, -3)},${whole.slice(-3)}`, decimals].some((part) =>
      text.includes(part),
    );
  });
}
