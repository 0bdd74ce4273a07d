import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createRecorder } from '@/lib/background/recorder.ts';
import { recordUncaught } from '@/lib/background/uncaught.ts';
import { checkBaseUrl } from '@/lib/connection/base-url.ts';
import { readReport } from '@/lib/diagnostics/report.ts';
import { readStoredState } from '@/lib/export/backup/stored-state.ts';
import { writeBackup } from '@/lib/export/backup/write.ts';
import { readPictureFooter } from '@/lib/export/picture-footer.ts';
import { watchlistFile } from '@/lib/export/watchlist-files.ts';
import { journal } from '@/lib/storage/diagnostics.ts';
import { priceServices } from '@/lib/storage/settings.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';
import { endWorld, idOf, prepareWorld, setUpServices, until, untilLiveFrom } from './world.ts';

// Each service has secrets of its own in two headers and in the path of its base URL. Whatever fails,
// and however often the service is replaced, they are only in the stored settings, and only their
// service gets them.

const PLACES = [0, 1, 2] as const;
const QUERY_SECRET = 'qry-5ecret-9a0c';
const ALL = [...PLACES.flatMap(secretsOf), QUERY_SECRET];

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

it('secrets of several services are in nothing that is written, shown, copied or saved', async () => {
  const services = await setUpServices(PLACES.map(optionsOf));
  await addServiceWithQuery();
  startWorker().openPage();
  await untilLiveFrom(services, 0);
  // Each failure repeats all secrets, as an error page may.
  fail(services.all[0], 503);
  await untilLiveFrom(services, 1);
  fail(services.all[1], 401);
  await untilLiveFrom(services, 2);
  sendBadEvent(services.all[2]);
  await until(() => expect(inspect(consoleCalls)).toContain('Unreadable stream event.'));
  await recordErrors();

  for (const [place, { requests }] of services.all.entries()) {
    const [token, header] = secretsOf(place);
    // The local services do not record the path of their base URL.
    expect(hiddenIn(JSON.stringify(requests)), idOf(place)).toEqual([token, header]);
  }
  const now = Date.now();
  const state = await readStoredState();
  // This one contains them if the user chooses so.
  const backup = writeBackup(state, { withSecrets: true, withHoldings: true, atMs: now });
  expect(hiddenIn(backup)).toEqual(PLACES.flatMap(secretsOf));

  const csv = await watchlistFile('csv', now);
  const json = await watchlistFile('json', now);
  const outputs = {
    report: await readReport(),
    backup: writeBackup(state, { withSecrets: false, withHoldings: true, atMs: now }),
    journal: inspect(await journal.getValue(), { depth: null }),
    console: inspect(consoleCalls, { depth: null }),
    picture: inspect(await readPictureFooter([BTC], now)),
    csv: csv.name + (await csv.blob.text()),
    json: json.name + (await json.blob.text()),
    tooltip: await fakeBrowser.action.getTitle({}),
    storage: await storedExceptServices(),
    formProblem: inspect(checkBaseUrl(`https://prices.example/?key=${QUERY_SECRET}`)),
  };
  for (const [name, text] of Object.entries(outputs)) {
    expect(text, name).not.toBe('');
    expect(hiddenIn(text), name).toEqual([]);
  }
  expect(outputs.journal).toContain('service-switched');
  expect(outputs.journal.match(/'uncaught'/g)?.length).toBeGreaterThan(0);
  expect(outputs.csv).toContain(BTC);
}, 60_000);

function secretsOf(place: number): string[] {
  return [`tok-5ecret-${place}f1`, `hdr-5ecret-${place}b2`, `pth-5ecret-${place}c3`];
}

function optionsOf(place: number) {
  const [token, header, path] = secretsOf(place);
  return {
    prefix: `/${path}/hermes`,
    headers: [
      { name: 'Authorization', value: `Bearer ${token}` },
      { name: 'X-Key', value: header ?? '' },
    ],
  };
}

/** The page refuses such a URL, so it can only be a damaged value: it is not used. */
async function addServiceWithQuery(): Promise<void> {
  const list = await priceServices.getValue();
  const baseUrl = `https://prices.example/hermes?key=${QUERY_SECRET}`;
  const damaged = { ...list[0]!, id: 'with-query', baseUrl };
  await fakeBrowser.storage.local.set(priceServices.entry([...list, damaged]));
  expect(await priceServices.getValue()).toHaveLength(PLACES.length);
}

function fail(service: PriceService | undefined, status: number): void {
  service?.fail({ kind: 'status', status, body: ALL.join(' ') });
  service?.endStreams();
}

function sendBadEvent(service: PriceService | undefined): void {
  const lines = `data: ${JSON.stringify({ [ALL.join(' ')]: 1 })}\n\n`;
  service?.fail({ kind: 'stream-lines', lines, times: 1 });
  service?.endStreams();
}

/** Errors that nothing catches, whose messages contain secrets. */
async function recordErrors(): Promise<void> {
  const scope = new EventTarget();
  recordUncaught(createRecorder().log, scope);
  for (const secret of PLACES.flatMap(secretsOf)) {
    const error = new TypeError(`Failed with ${secret}, at ${secret}`);
    scope.dispatchEvent(Object.assign(new Event('error'), { error }));
    const reason = `No answer from https://prices.example/${secret}?key=${QUERY_SECRET}`;
    scope.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  }
  await until(async () => {
    const entries = (await journal.getValue()).filter(({ event }) => event.kind === 'uncaught');
    expect(entries.reduce((sum, { times }) => sum + times, 0)).toBe(
      2 * PLACES.flatMap(secretsOf).length,
    );
  });
}

async function storedExceptServices(): Promise<string> {
  const { [priceServices.key]: _, ...local } = await fakeBrowser.storage.local.get(null);
  return JSON.stringify([local, await fakeBrowser.storage.session.get(null)]);
}

function hiddenIn(text: string): string[] {
  return ALL.filter((secret) => text.includes(secret));
}
