import { beforeEach, expect, it, vi } from 'vitest';
import { createLeaving } from '@/lib/background/connection/leave.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import type { Serving } from '@/lib/background/connection/serving.ts';
import { NetworkError } from '@/lib/price-service/index.ts';
import type { ServiceEvent } from '@/lib/background/failover/state.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BASE_URL, forgetRequests } from '../../storage/requests/budgets.ts';
import { priceUpdate } from '../../price-service/support.ts';
import { BTC } from '../feeds.ts';

beforeEach(async () => {
  await forgetRequests();
  await watchlist.setValue([BTC]);
});

const serviceOf = (id: string, isGone: boolean): Service => {
  const getLatestPriceUpdates = async () => {
    if (isGone) throw new NetworkError('latest', 'unreachable');
    return priceUpdate();
  };
  return { id, baseUrl: BASE_URL, client: { getLatestPriceUpdates } } as unknown as Service;
};

interface Silence {
  /** Whether the service in use no longer responds. */
  isGone?: boolean;
  /** Whether its stream brought data while it was asked. */
  hasData?: boolean;
  /** Whether the user chose another service meanwhile. */
  isReplaced?: boolean;
}

/** What follows when the service in use sends nothing, while another one works. */
async function fallSilent({ isGone = false, hasData = false, isReplaced = false }: Silence) {
  const [current, other] = [serviceOf('a', isGone), serviceOf('b', false)];
  const reports: Array<[string, ServiceEvent['kind']]> = [];
  const report = async (id: string, { kind }: ServiceEvent) => {
    reports.push([id, kind]);
    return kind === 'lost';
  };
  let asked = 0;
  const failover = { hasSuccessor: true, successors: async () => [{ id: 'b' }], report };
  const serving = {
    // The code reads this once before the question, then after it.
    get service() {
      asked += 1;
      return isReplaced && asked > 1 ? other : current;
    },
    failover,
    serviceOf: ({ id }: ServiceSettings) => (id === 'a' ? current : other),
    report: (event: ServiceEvent) => report('a', event),
  } as unknown as Serving;
  const stream = { close: vi.fn(), hasDataSince: () => hasData, dataDueInMs: () => 0 };
  const options = {
    serving,
    stream,
    report: { set: vi.fn(async () => {}) },
    causes: { add: vi.fn(async () => {}) },
    presence: { isPageOpen: true },
    intake: { prices: new Map() },
  } as unknown as Parameters<typeof createLeaving>[0];
  const leaving = createLeaving(options);
  const hasLeft = await leaving.ifSilent(false);
  return { hasLeft, reports, isStreamReplaced: stream.close.mock.calls.length > 0, leaving };
}

it('a service that sends nothing and does not answer is left for one that works', async () => {
  const left = await fallSilent({ isGone: true });
  expect(left).toMatchObject({
    hasLeft: true,
    reports: [
      ['b', 'ok'],
      ['a', 'lost'],
    ],
  });
});

it('a service whose stream goes on while it is asked stays, whatever it answered', async () => {
  const stayed = await fallSilent({ isGone: true, hasData: true });
  expect(stayed).toMatchObject({ hasLeft: false, reports: [], isStreamReplaced: false });
});

it('data of the stream do not count for a service that the user left meanwhile', async () => {
  const left = await fallSilent({ isReplaced: true, hasData: true });
  expect(left).toMatchObject({ hasLeft: true, reports: [], isStreamReplaced: false });
});

it('silence costs one question in ten seconds', async () => {
  const { leaving } = await fallSilent({});
  const getLatest = vi.spyOn(watchlist, 'getValue');
  expect(await leaving.ifSilent(false)).toBe(false);
  expect(getLatest).not.toHaveBeenCalled();
});
