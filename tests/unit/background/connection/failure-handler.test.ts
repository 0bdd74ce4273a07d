import { afterEach, expect, it, vi } from 'vitest';
import { createConnectionReport } from '@/lib/background/connection-report.ts';
import { createFailureHandler } from '@/lib/background/connection/failure-handler.ts';
import type { PriceStream } from '@/lib/background/connection/price-stream.ts';
import { RequestPausedError } from '@/lib/connection/request-budget.ts';
import { BASE_URL } from '../../connection/budgets.ts';

afterEach(() => {
  vi.useRealTimers();
});

const STREAM: PriceStream = {
  isDelivering: true,
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
      baseUrl: () => BASE_URL,
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
