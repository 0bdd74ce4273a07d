import { afterEach, expect, it, vi } from 'vitest';
import { createConnectionReport } from '@/lib/background/connection/connection-report.ts';
import { createFailureHandler } from '@/lib/background/connection/failure-handler.ts';
import type { PriceStream } from '@/lib/background/connection/price-stream.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { BASE_URL } from '../../storage/requests/budgets.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SERVICE = { baseUrl: BASE_URL };

const STREAM: PriceStream = {
  isDelivering: true,
  dataDueInMs: () => 0,
  hasDataSince: () => true,
  isLacking: () => false,
  isDue: () => false,
  open: () => {},
  closeUnless: () => {},
  close: () => {},
  waitUntil: () => {},
  resetFailures: () => {},
};

// The stream may be replaced during the pause: nothing else would then reconnect.
it.each([true, false])(
  'tries again when a pause ends, with a stream that delivers: %s',
  async (isDelivering) => {
    vi.useFakeTimers();
    const retry = vi.fn();
    const handleFailure = createFailureHandler({
      service: () => SERVICE,
      onFailure: async () => false,
      report: createConnectionReport(() => {}),
      stream: { ...STREAM, isDelivering },
      retry,
    });
    await handleFailure(new RequestPausedError(Date.now() + 3_000), null);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(retry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(retry).toHaveBeenCalledOnce();
  },
);

it('ignores the failure of a service that was left because of another failure', async () => {
  const stream = { ...STREAM, isDelivering: false, waitUntil: vi.fn(), close: vi.fn() };
  const report = createConnectionReport(() => {});
  let service = SERVICE;
  const onFailure = vi.fn(async () => {
    service = { baseUrl: 'https://other.example' };
    return true;
  });
  const handleFailure = createFailureHandler({
    service: () => service,
    onFailure,
    report,
    stream,
    retry: vi.fn(),
  });
  const paused = new RequestPausedError(Date.now() + 60_000);
  const both = [handleFailure(paused, null), handleFailure(paused, null)];
  expect(await Promise.all(both)).toEqual([null, null]);
  expect(stream.waitUntil).not.toHaveBeenCalled();
  expect((await report.load()).state).toBe('connecting');
});
