import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionMemory } from '@/lib/storage/values/connection-memory.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { forgetRequests } from '../../storage/requests/budgets.ts';
import { serviceWith } from '../../domain/connection/services.ts';
import { BTC, ETH } from '../feeds.ts';
import {
  endConnections,
  priceCallsTo,
  prepareConnections,
  startService,
  startWorker,
  stateIs,
  untilWithin,
  startUntil,
} from './connection-world.ts';
import { until } from '../../worker/fast-time.ts';

let first: PriceService;
let second: PriceService;

beforeEach(async () => {
  prepareConnections();
  [first, second] = await Promise.all([startService(), startService()]);
  await forgetRequests();
  await watchlist.setValue([BTC, ETH]);
  await setServices(listed('first', first), listed('second', second));
});

afterEach(endConnections);

function listed(id: string, { url }: PriceService): ServiceSettings {
  return serviceWith({ id, baseUrl: url });
}

async function setServices(...list: ServiceSettings[]): Promise<void> {
  await priceServices.setValue(list);
}

const inUse = async (): Promise<string> => (await activeService.getValue()).id;

const usesService = (id: string) => until(async () => expect(await inUse()).toBe(id));

describe('while a page is open', () => {
  it('the second service takes over within 2 s when the first one is gone', async () => {
    const { intake } = await startUntil('live', { isPageOpen: true });
    expect(second.requests).toEqual([]);
    const goneAt = Date.now();
    await first.close();
    await usesService('second');
    await until(() => expect(second.openStreams()).toBe(1));
    await until(() => expect(intake.prices.get(BTC)?.receivedAt ?? 0).toBeGreaterThan(goneAt));
    expect(Date.now() - goneAt).toBeLessThan(2_000);
    await stateIs('live');
    expect((await activeService.getValue()).reason).toEqual({
      preferredId: 'first',
      problem: { code: 'unreachable' },
    });
  });

  it('the second service takes over if the first one accepts connections, but sends nothing', async () => {
    first.fail({ kind: 'hang', where: 'before' });
    const { connection } = startWorker({ isPageOpen: true });
    await connection.update('start');
    const startedAt = Date.now();
    await usesService('second');
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await stateIs('live');
  });

  it('a stream that is quiet while polls are answered is not left before it is silent', async () => {
    const quiet = await startService({ updatesPerSecond: 0 });
    await setServices(listed('first', quiet), listed('second', second));
    first = quiet;
    const { connection } = startWorker({ isPageOpen: true });
    await connection.update('start');
    await until(() => expect(first.openStreams()).toBe(1));
    first.setPrice(BTC, { price: '5', conf: '1', expo: 0 });
    await stateIs('live');
    const asked = first.requests.length;
    await until(() => expect(first.requests.length).toBeGreaterThan(asked));
    expect(await serviceHealth.getValue()).toEqual({});
    expect(await inUse()).toBe('first');
  });

  it('a stream that is lost while the service works: prices do not wait for the next one', async () => {
    await startUntil('live', { isPageOpen: true });
    const asked = priceCallsTo(first).length;
    first.endStreams();
    const calls = () => priceCallsTo(first).slice(asked);
    await until(() => expect(calls().some(({ path }) => path.endsWith('stream'))).toBe(true));
    expect(calls().map(({ path, ids }) => [path.split('/').at(-1), ids.length])).toEqual([
      ['latest', 2],
      ['stream', 2],
    ]);
    expect(await inUse()).toBe('first');
    expect(second.requests).toEqual([]);
  });
});

describe('while no page is open', () => {
  it('the alarm after the failure brings prices from the second service', async () => {
    const { connection } = await startUntil('polling');
    await first.close();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    await connection.update('alarm');
    await untilWithin(5_000, async () => expect(await inUse()).toBe('second'));
    await until(() => expect(second.requests.map(({ ids }) => ids)).toEqual([[BTC], [BTC, ETH]]));
    await stateIs('polling');
  });
});

describe('a service that refuses', () => {
  it.each([401, 403])(
    'the access token (%d) is left, and tried again after a change',
    async (status) => {
      const remove = first.fail({ kind: 'status', status });
      const { connection } = startWorker();
      await connection.update('start');
      await usesService('second');
      await stateIs('polling');
      const asked = first.requests.length;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      await connection.update('alarm');
      await stateIs('polling');
      expect(first.requests.length).toBe(asked);
      remove();
      connection.forgetProblems(['first']);
      await connection.update('connection');
      await usesService('first');
    },
  );
});

describe('a feed that the first service does not have', () => {
  const suppliersAre = (suppliers: object) =>
    until(async () =>
      expect((await connectionMemory.getValue()).feeds.suppliers).toEqual(suppliers),
    );

  it('comes from the second service, and all others from the first', async () => {
    first.removeFeed(ETH);
    const { connection, intake } = startWorker({ isPageOpen: true });
    await connection.update('start');
    await suppliersAre({ [ETH]: 'second' });
    await until(() => expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted()));
    expect(await missingFeeds.getValue()).toEqual({});
    expect(await inUse()).toBe('first');
    expect(second.openStreams()).toBe(0);
    expect(second.requests.map(({ ids }) => ids)).toEqual([[ETH]]);
    // Not before the next poll is due.
    await connection.update('alarm');
    await connection.update('alarm');
    expect(second.requests).toHaveLength(1);
  });

  it('is missing if no service has it, and is not requested again at once', async () => {
    for (const service of [first, second]) service.removeFeed(ETH);
    const { connection } = startWorker();
    await connection.update('start');
    await until(() => expect(second.requests).toHaveLength(1));
    await until(async () => {
      const { verdicts } = (await connectionMemory.getValue()).feeds;
      expect(Object.keys(verdicts['second']?.refused ?? {})).toEqual([ETH]);
    });
    expect(await missingFeeds.getValue()).toEqual({ [ETH]: 'unknown' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const asked = first.requests.length;
    await connection.update('alarm');
    await until(() => expect(first.requests.length).toBeGreaterThan(asked));
    expect(second.requests).toHaveLength(1);
  });

  it('is known to belong to the first service only', async () => {
    first.removeFeed(ETH);
    const { connection } = startWorker();
    await connection.update('start');
    await suppliersAre({ [ETH]: 'second' });
    await first.close();
    await connection.update('refresh');
    // The second service may have nothing newer than what it supplied.
    await until(async () => {
      await connection.update('alarm');
      expect(await inUse()).toBe('second');
    });
    await suppliersAre({});
    await until(() => expect(second.requests.at(-1)?.ids).toEqual([BTC, ETH]));
  });
});
