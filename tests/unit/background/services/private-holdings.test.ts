import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readStoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { writeBackup } from '@/lib/pages/export/backup/write.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';
import { readOutputs, recordOutputs, writtenToConsole } from './outputs.ts';
import { endWorld, prepareWorld, setUpServices, untilLiveFrom } from './world.ts';
import { until } from '../../worker/fast-time.ts';

// What the user owns is only in its own stored value, and in a backup that should contain it.

// So long that no time, latency or signature has their digits by chance.
const QUANTITY = '831746209.250914637';
const COST = '429867154.771305928';

beforeEach(() => {
  prepareWorld();
  recordOutputs();
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
  await until(() => expect(writtenToConsole()).toContain('holdings does not fit'));
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

  const outputs = {
    requests: JSON.stringify(services.all.map(({ requests }) => requests)),
    fetches: inspect(sent.mock.calls, { depth: null }),
    backup: writeBackup(state, { ...options, withHoldings: false }),
    ...(await readOutputs(holdings.key, now)),
  };
  for (const [name, text] of Object.entries(outputs)) {
    expect(text, name).not.toBe('');
    expect(hiddenIn(text), name).toEqual([]);
  }
  expect(outputs.requests).toContain(BTC);
  expect(outputs.fetches).toContain(BTC);
  expect(outputs.csv).toContain(BTC);
});

function hiddenIn(text: string): string[] {
  // Also finds figures with a comma, grouped, or without their last digits.
  return [QUANTITY, COST].filter((figure) => {
    const [whole = '', decimals = ''] = figure.split('.');
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
    return [whole, grouped, decimals].some((part) => text.includes(part));
  });
}
