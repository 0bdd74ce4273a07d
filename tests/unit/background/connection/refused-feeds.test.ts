import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetRequests } from '../../storage/requests/budgets.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { connectionMemory } from '@/lib/storage/values/connection-memory.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { setService } from '../../domain/connection/services.ts';
import {
  endConnections,
  pollsOf,
  prepareConnections,
  priceCallsTo,
  startService,
  skip,
  startWorker,
  stateIs,
  startUntil,
} from './connection-world.ts';
import { until } from '../../worker/fast-time.ts';

// Services that refuse all feeds or some of them, with or without naming them.

const NONE_KNOWN = 'The price service doesn’t know any of your prices. Check the base URL.';

let service: PriceService;

beforeEach(async () => {
  prepareConnections();
  service = await startService();
  await setService({ baseUrl: service.url, headers: [] });
  await watchlist.setValue([BTC, ETH, EUR]);
});

afterEach(endConnections);

/** Makes a poll due, and resets the request budget. */
async function makePollDue(ms = 30_000): Promise<void> {
  skip(ms);
  await forgetRequests();
}

const reasonIs = (reason: string) =>
  until(async () => {
    const stored = (await connectionState.getValue()).reason;
    expect(stored && serviceProblemWords(stored)).toBe(reason);
  });
const idInUse = (): string => 'first';
const apart = async () => (await connectionMemory.getValue()).feeds.verdicts[idInUse()]?.apart;
const rememberApart = (...ids: string[]) =>
  connectionMemory.update((known) => ({
    ...known,
    feeds: {
      ...known.feeds,
      verdicts: { [idInUse()]: { refused: {}, apart: ids.map((id) => [id]) } },
    },
  }));
const missingIs = (missing: object) =>
  until(async () => expect(await missingFeeds.getValue()).toEqual(missing));
const priceCalls = () => priceCallsTo(service);
const polls = () => pollsOf(service);

describe('a service that knows none of the feeds', () => {
  it.each([3, 1_000])('gets only a few requests for %d feeds, and is reported', async (count) => {
    if (count > 3) {
      const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));
      await watchlist.setValue(ids);
    }
    // Like a wrong path in the base URL.
    service.fail({ kind: 'status', status: 404 });
    const { connection } = startWorker();
    await connection.update('start');
    await reasonIs(NONE_KNOWN);
    expect(await connectionState.getValue()).toMatchObject({
      state: 'offline',
      remedy: 'connection',
    });
    for (let time = 0; time < 20; time += 1) await connection.update('settings');
    expect(polls().length).toBeLessThanOrEqual(8);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('gets no request for a stream until it knows a feed', async () => {
    service.fail({ kind: 'unknown-feeds' });
    const { connection } = startWorker({ isPageOpen: true });
    await connection.update('start');
    await reasonIs(NONE_KNOWN);
    await connection.update('settings');
    const { length } = priceCalls();
    expect(length).toBeLessThanOrEqual(12);
    await connection.update('alarm');
    await connection.update('presence');
    await startWorker({ isPageOpen: true }).connection.update('start');
    expect(priceCalls()).toHaveLength(length);

    service.clearFaults();
    await makePollDue();
    await connection.update('alarm');
    await stateIs('live');
    expect(await connectionMemory.getValue()).toMatchObject({ emptyRounds: 0 });
  });

  it.each(['refresh', 'connection'] as const)('is polled at once after %s', async (cause) => {
    const mend = service.fail({ kind: 'unknown-feeds' });
    const { connection, intake } = startWorker();
    await connection.update('start');
    await reasonIs(NONE_KNOWN);
    mend();
    await connection.update(cause);
    await stateIs('polling');
    expect(intake.prices.size).toBe(3);
    expect((await connectionMemory.getValue()).feeds.verdicts['first']?.apart ?? []).toEqual([]);
  });

  it('does not remove the last prices', async () => {
    const { connection, intake } = await startUntil('polling');
    service.fail({ kind: 'status', status: 404 });
    await makePollDue();
    await connection.update('alarm');
    await reasonIs(NONE_KNOWN);
    expect(intake.prices.size).toBe(3);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('does not blame the base URL of a service that only has no prices', async () => {
    for (const id of [BTC, ETH, EUR]) service.withholdData(id);
    await startWorker().connection.update('start');
    await reasonIs('The price service has none of your prices right now.');
    expect(await connectionState.getValue()).toMatchObject({ state: 'offline', remedy: null });
  });
});

describe('a feed that the service refuses without naming it', () => {
  it('is found while the others are streamed', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    const { intake } = await startUntil('live', { isPageOpen: true });
    await missingIs({ [EUR]: 'unknown' });
    await until(() => expect(service.openStreams()).toBe(1));
    expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted());
  });

  it('is asked for alone by the next worker too, while the others are polled', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    await rememberApart(ETH, EUR);
    await startWorker().connection.update('start');
    await missingIs({ [EUR]: 'unknown' });
    await stateIs('polling');
    expect(polls().map(({ ids }) => ids)).toEqual([[BTC], [ETH], [EUR]]);
    await until(async () => expect(await apart()).toEqual([]));
  });
});

describe('a feed that the access token does not cover', () => {
  it.each([
    ['polls', false, 'polling'],
    ['the stream', true, 'live'],
  ])('does not hide the others in %s', async (_, isPageOpen, state) => {
    service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { connection, intake } = startWorker({ isPageOpen });
    await connection.update('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs(state);
    expect(intake.prices.size).toBe(2);
    expect(await connectionState.getValue()).toMatchObject({ reason: null, remedy: null });
    expect(JSON.stringify(await journal.getValue())).not.toContain('token-rejected');
  });

  it.each(['refresh', 'connection'] as const)('is requested again after %s', async (cause) => {
    const mend = service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { connection } = startWorker({ isPageOpen: true });
    await connection.update('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs('live');
    mend();
    await connection.update(cause);
    await missingIs({});
    await until(() => expect(priceCalls().at(-1)?.ids).toContain(EUR));
  });

  it('stops the connection if the service names a feed that was not requested', async () => {
    await setService({ baseUrl: service.url, headers: [{ name: 'Authorization', value: 'x' }] });
    const body = `Not entitled: feed ${'ab'.repeat(32)}`;
    service.fail({ kind: 'status', status: 403, body, path: 'updates/price' });
    await startUntil('stopped', { isPageOpen: true });
    expect(await connectionState.getValue()).toMatchObject({ remedy: 'access-token' });
    expect(await missingFeeds.getValue()).toEqual({});
  });
});
