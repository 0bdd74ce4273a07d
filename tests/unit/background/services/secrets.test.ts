import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createRecorder } from '@/lib/background/recorder.ts';
import { recordUncaught } from '@/lib/background/uncaught.ts';
import { checkBaseUrl } from '@/lib/domain/connection/base-url.ts';
import { readStoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { writeBackup } from '@/lib/pages/export/backup/write.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';
import { readOutputs, recordOutputs, writtenToConsole } from './outputs.ts';
import { endWorld, idOf, prepareWorld, setUpServices, untilLiveFrom } from './world.ts';
import { until } from '../../worker/fast-time.ts';

// Each service has secrets of its own in two headers and in the path of its base URL. Whatever fails,
// and however often the service is replaced, they are only in the stored settings, and only their
// service gets them.

const PLACES = [0, 1, 2] as const;
const QUERY_SECRET = 'qry-5ecret-9a0c';
const ALL = [...PLACES.flatMap(secretsOf), QUERY_SECRET];

beforeEach(() => {
  prepareWorld();
  recordOutputs();
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
  await until(() => expect(writtenToConsole()).toContain('Unreadable stream event.'));
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

  const outputs = {
    backup: writeBackup(state, { withSecrets: false, withHoldings: true, atMs: now }),
    formProblem: inspect(checkBaseUrl(`https://prices.example/?key=${QUERY_SECRET}`)),
    ...(await readOutputs(priceServices.key, now)),
  };
  for (const [name, text] of Object.entries(outputs)) {
    expect(text, name).not.toBe('');
    expect(hiddenIn(text), name).toEqual([]);
  }
  expect(outputs.journal).toContain('service-switched');
  expect(outputs.journal.match(/'uncaught'/g)?.length).toBeGreaterThan(0);
  expect(outputs.csv).toContain(BTC);
});

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

function hiddenIn(text: string): string[] {
  return ALL.filter((secret) => text.includes(secret));
}
