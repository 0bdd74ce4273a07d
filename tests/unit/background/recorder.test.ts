import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCounts } from '@/lib/background/counter.ts';
import { addEntry, createRecorder } from '@/lib/background/recorder.ts';
import { createService } from '@/lib/background/connection/service.ts';
import { counts, journal } from '@/lib/storage/values/diagnostics.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { BTC, receivedPrice } from './feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../proofs.ts';
import { serviceWith } from '../domain/connection/services.ts';

const textEvent = (text: string) => ({ kind: 'text', text }) as const;
const entry = (text: string, at: number) => ({
  at,
  lastAt: at,
  times: 1,
  event: textEvent(text),
});
const today = Temporal.Now.plainDateISO().toString();

describe('what is recorded', () => {
  it('counts repeated entries at the first one', () => {
    const list = [entry('a', 1), entry('a', 2), entry('b', 3), entry('a', 4)];
    expect(list.reduce(addEntry, [])).toEqual([
      { at: 1, lastAt: 2, times: 2, event: textEvent('a') },
      entry('b', 3),
      entry('a', 4),
    ]);
  });

  it('adds up counts, and starts the bytes over each day', () => {
    const some = {
      ...counts.fallback,
      updates: 5,
      requests: { latest: { '200': 2 } },
      today: { date: today, bytes: 10 },
    };
    const sum = addCounts(some, some, { now: 7, seconds: 2 });
    expect(sum).toMatchObject({
      since: 7,
      updates: 10,
      updatesPerSecond: 2.5,
      requests: { latest: { '200': 4 } },
      today: { date: today, bytes: 20 },
    });
    const yesterday = { ...some, today: { date: '2001-01-01', bytes: 99 } };
    expect(addCounts(yesterday, some, { now: 7, seconds: 2 }).today.bytes).toBe(10);
  });
});

it('keeps the last 200 events', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const recorder = createRecorder();
  for (let event = 0; event < 250; event += 1) recorder.log(textEvent(`Event ${event}.`));
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await journal.getValue()).toHaveLength(200), {
    timeout: 10_000,
  });
  expect((await journal.getValue()).at(0)?.event).toEqual(textEvent('Event 50.'));
  expect((await journal.getValue()).at(-1)?.event).toEqual(textEvent('Event 249.'));
});

describe('traffic', () => {
  let service: PriceService;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    service = await startPriceService({ updatesPerSecond: 0, prefix: '/secret' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
  });

  it('is counted by kind, status and bytes, without any address', async () => {
    const recorder = createRecorder();
    const { client } = createService(serviceWith({ baseUrl: service.url }), recorder);
    const update = await client.getLatestPriceUpdates([BTC]);
    service.fail({ kind: 'status', status: 404 });
    await expect(client.getLatestPriceUpdates([BTC])).rejects.toThrow('404');
    const verified = { price: receivedPrice('1', 1, null, proofOf('verified', '')) };
    const unchecked = { price: receivedPrice('1', 1, null, proofOf('unchecked', '')) };
    const failure = { price: null, failure: { reason: BAD_SIGNATURE, trust: '' } };
    const bare = { price: receivedPrice('1', 1) };
    recorder.onUpdate([verified, unchecked, failure, { ...failure, ...verified }, bare]);
    recorder.log(textEvent('Something happened.'));
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(async () => expect((await journal.getValue()).length).toBe(1), {
      timeout: 10_000,
    });
    await vi.waitFor(async () => expect((await counts.getValue()).since).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    const known = await counts.getValue();
    expect(known).toMatchObject({
      workerStarts: 1,
      requests: { latest: { '200': 1, '404': 1 } },
      updates: 1,
      verified: 1,
      unchecked: 1,
      failed: 2,
    });
    expect(known.today.bytes).toBeGreaterThanOrEqual(JSON.stringify(update).length);
    expect(JSON.stringify([known, await journal.getValue()])).not.toContain('secret');
  });
});
