import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriceStream, type PriceStream } from '@/lib/background/connection/price-stream.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { eventStream, priceUpdate } from '../../price-service/support.ts';
import { BTC, ETH } from '../feeds.ts';

const QUERY = { ids: [BTC, ETH], isLean: false };
const DATA = `data: ${JSON.stringify(priceUpdate())}\n\n`;

const unavailable = () => new Response(null, { status: 503 });
const lost = () => eventStream([DATA]);
const open = () => eventStream([DATA], { open: true });
const silent = () => eventStream([], { open: true });

let stream: PriceStream;
const events = {
  onData: vi.fn(),
  onLate: vi.fn(),
  onLost: vi.fn(),
  onQuiet: vi.fn(),
  onSilent: vi.fn(),
  onEnded: vi.fn(),
};
const report = { load: vi.fn(), set: vi.fn(async () => {}) };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

/**
 * Opens a stream whose nth connect gets the nth response. Returns the time of each connect, in ms.
 */
function start(answers: readonly (() => Response)[], isPageOpen = true): number[] {
  const startedAt = Date.now();
  const connects: number[] = [];
  stream = createPriceStream({
    add: async () => {},
    isPageOpen: () => isPageOpen,
    report,
    recorder: createRecorder(),
  });
  const client = new PriceServiceClient('https://prices.example', {
    fetch: async () => {
      connects.push(Date.now() - startedAt);
      return (answers[connects.length - 1] ?? silent)();
    },
  });
  stream.open({ id: 'one', client }, QUERY, events);
  return connects;
}

describe('a lost connection', () => {
  it.each([
    ['after 1 s', lost, 1_000],
    ['after the time that the service asks for', () => eventStream([`retry: 300\n\n${DATA}`]), 300],
  ])('is retried once %s', async (_, first, delayMs) => {
    const connects = start([first, open]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connects).toEqual([0, delayMs]);
    expect(report.set).toHaveBeenCalledExactlyOnceWith('connecting', {
      reason: { code: 'stream-broke' },
      remedy: 'connection',
    });
    expect(stream.isDelivering).toBe(true);
    expect(events.onEnded).not.toHaveBeenCalled();
  });

  it('counts as a failure only if the retry fails too', async () => {
    const connects = start([lost, unavailable]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connects).toEqual([0, 1_000]);
    expect(events.onEnded).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ status: 503 }),
      1,
      Date.now() + 1_000,
    );
    expect(stream.isDelivering).toBe(false);
  });

  it('can be retried again after new data', async () => {
    const connects = start([lost, lost, open]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connects).toEqual([0, 1_000, 2_000]);
    expect(events.onEnded).not.toHaveBeenCalled();
  });

  it('is not retried after the stream is closed', async () => {
    const connects = start([lost]);
    await vi.advanceTimersByTimeAsync(500);
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connects).toEqual([0]);
    expect(events.onSilent).not.toHaveBeenCalled();
  });

  it('ends a stream that opened after a failure', async () => {
    start([() => new Response(null, { status: 405 })]);
    await vi.advanceTimersByTimeAsync(0);
    expect(events.onEnded).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      1,
      Date.now() + 1_000,
    );
    const client = new PriceServiceClient('https://prices.example', {
      fetch: async () => unavailable(),
    });
    stream.open({ id: 'one', client }, QUERY, events);
    await vi.advanceTimersByTimeAsync(0);
    expect(events.onEnded).toHaveBeenLastCalledWith(expect.anything(), 2, Date.now() + 1_500);
  });
});

describe('a stream without data', () => {
  it('is reported after 1.2 s, and after each 30 s of silence', async () => {
    start([silent]);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(events.onLate).toHaveBeenCalledExactlyOnceWith(QUERY.ids);
    await vi.advanceTimersByTimeAsync(58_800);
    expect(events.onSilent).toHaveBeenCalledTimes(2);
  });

  it('is not reported as late if data came in time', async () => {
    start([open]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(events.onLate).not.toHaveBeenCalled();
    expect(events.onSilent).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.onSilent).toHaveBeenCalledExactlyOnceWith(QUERY.ids);
  });
});
