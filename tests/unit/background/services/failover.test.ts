import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { serviceHealth } from '@/lib/storage/values/failover.ts';
import { priceServices, signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import {
  activeIds,
  collectPrices,
  endWorld,
  goAway,
  idOf,
  keysAt,
  latestPrice,
  prepareWorld,
  priceCalls,
  setUpServices,
  streaming,
  untilLiveFrom,
} from './world.ts';
import { pass, until } from '../../worker/fast-time.ts';

// The whole worker with several local price services. How soon is measured by the soak test.

beforeEach(prepareWorld);
afterEach(endWorld);

describe('a service that goes away', () => {
  it('is replaced by the next one while it is away, and preferred again afterward', async () => {
    const services = await setUpServices([{}, {}, {}]);
    const [first, second, third] = services.all;
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    const comeBack = goAway(first);
    await untilLiveFrom(services, 1);
    comeBack();
    await untilLiveFrom(services, 0);
    expect(activeIds()).toEqual([idOf(0), idOf(1), idOf(0)]);
    expect(priceCalls(third)).toEqual([]);
    expect(keysAt(first)).toEqual(new Set(['secret-0']));
    expect(keysAt(second)).toEqual(new Set(['secret-1']));
  });

  it('is replaced in the next worker too', async () => {
    const services = await setUpServices([{}, {}]);
    const worker = startWorker();
    worker.openPage();
    await untilLiveFrom(services, 0);
    goAway(services.all[0]);
    await untilLiveFrom(services, 1);
    worker.die();
    await until(() => expect(streaming(services)).toEqual([]));
    startWorker().openPage();
    await untilLiveFrom(services, 1);
  });

  it('does not make a price go back', async () => {
    const services = await setUpServices([{}, { lagSeconds: 3 }]);
    const prices = collectPrices();
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    await until(async () => expect(await latestPrice()).toBeDefined());
    const before = (await latestPrice())?.publishTime ?? Infinity;
    goAway(services.all[0]);
    await untilLiveFrom(services, 1);
    await until(async () => expect((await latestPrice())?.publishTime).toBeGreaterThan(before));
    const times = prices.map(({ publishTime }) => publishTime);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(prices.map(({ proof }) => proof?.state)).not.toContain('unchecked');
  });
});

describe('a service that refuses', () => {
  it('the access token is left alone while the headers of another service change', async () => {
    const services = await setUpServices([{ requireHeader: { name: 'X-Key', value: 'good' } }, {}]);
    const [first, second] = services.all;
    startWorker().openPage();
    await untilLiveFrom(services, 1);
    const refused = priceCalls(first).length;
    await priceServices.update((list) =>
      list.map((service) =>
        service.id === idOf(1)
          ? { ...service, headers: [{ name: 'X-Other', value: 'other' }] }
          : service,
      ),
    );
    await until(() => expect(keysAt(second)).toContain('other'));
    await untilLiveFrom(services, 1);
    expect(priceCalls(first)).toHaveLength(refused);
  });

  it('the access token in a search does not take over before the search ends', async () => {
    const services = await setUpServices([{}, {}, {}]);
    const [first, second, third] = services.all;
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    // The first requests of the worker no longer count.
    await pass(11_000);
    second?.fail({ kind: 'status', status: 401, path: '/updates/' });
    const comeBack = goAway(third);
    // The search waits for the rest of the response, and the stream's retry finds the pause first.
    const headers = { 'retry-after': '120' };
    first?.fail({ kind: 'status', status: 429, headers, body: 'Too many requests.', hangs: true });
    first?.endStreams();
    await until(() => expect(priceCalls(second)).toHaveLength(1));
    await until(async () => {
      expect((await serviceHealth.getValue())[idOf(0)]?.away).toEqual({ code: 'paused' });
    });
    comeBack();
    await untilLiveFrom(services, 2);
    expect(priceCalls(second)).toHaveLength(1);
    expect(activeIds()).toEqual([idOf(0), idOf(2)]);
  });

  it('with 429 gets no request before the pause is over, from the next worker either', async () => {
    const services = await setUpServices([{}, {}]);
    const [first, second] = services.all;
    first?.fail({ kind: 'status', status: 429, headers: { 'retry-after': '120' } });
    const worker = startWorker();
    worker.openPage();
    await untilLiveFrom(services, 1);
    const asked = first?.requests.length;
    worker.die();
    first?.clearFaults();
    const next = startWorker();
    next.openPage();
    next.alarm('floor');
    await untilLiveFrom(services, 1);
    // Now only the first one works, and the user asks for prices.
    goAway(second);
    await until(async () => expect((await connectionState.getValue()).state).toBe('offline'));
    const before = second?.requests.length ?? 0;
    sendCommand('refresh');
    await until(() => expect(second?.requests.length).toBeGreaterThan(before));
    expect(first?.requests).toHaveLength(asked ?? 0);
  });
});

describe('a service that sends a wrong Date and never a price', () => {
  it.each([23 * 3_600, -23 * 3_600])(
    'by %d s has no power over the ages of prices of another one',
    async (dateAheadSeconds) => {
      const services = await setUpServices([{ dateAheadSeconds }, {}]);
      const [lying, honest] = services.all;
      lying?.fail({ kind: 'status', status: 503 });
      const comeBack = goAway(honest);
      startWorker().openPage();
      // No price has arrived yet that could contradict it.
      await until(() => expect(priceCalls(lying).length).toBeGreaterThan(4));
      expect(await clockSkew.getValue()).toEqual(clockSkew.fallback);
      comeBack();
      await untilLiveFrom(services, 1);
      await until(async () => expect(await latestPrice()).toBeDefined());
      expect((await clockSkew.getValue()).skewMs).toBe(0);
    },
  );
});

describe('a service that sends old prices with a Date to match', () => {
  it('has them shown as old as they are, and it is said', async () => {
    await signatures.setValue('require');
    const services = await setUpServices([{ lagSeconds: 82_800, dateAheadSeconds: -82_800 }]);
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    await until(async () => {
      const { uncorrectedMs } = await clockSkew.getValue();
      expect(Math.abs((uncorrectedMs ?? 0) - 82_800_000)).toBeLessThan(5_000);
    });
    expect((await clockSkew.getValue()).skewMs).toBe(0);
    expect((await latestPrice())?.proof?.state).toBe('verified');
  });
});

describe('other trusted signers', () => {
  it('verify prices at once, although nothing was due to be asked', async () => {
    const services = await setUpServices([{}]);
    await trustSettings.setValue(DEFAULT_TRUST_SETTINGS);
    startWorker();
    await until(async () => expect((await latestPrice())?.proof?.state).toBe('unchecked'));
    const changedAt = Date.now();
    await trustSettings.setValue(trustInLocal());
    await until(async () => expect((await latestPrice())?.proof?.state).toBe('verified'));
    const [call] = priceCalls(services.all[0]).filter(({ at }) => at >= changedAt);
    expect((call?.at ?? Infinity) - changedAt).toBeLessThan(5_000);
  });
});

describe('a service that lags', () => {
  it('by minutes is left for newer prices as soon as it goes away', async () => {
    const services = await setUpServices([{ lagSeconds: 600 }, {}]);
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    goAway(services.all[0]);
    await untilLiveFrom(services, 1);
    await until(async () => {
      const { publishTime = 0 } = (await latestPrice()) ?? {};
      expect(Date.now() / 1_000 - publishTime).toBeLessThan(30);
    });
  });
});
