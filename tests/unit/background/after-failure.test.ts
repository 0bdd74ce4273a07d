import { afterEach, expect, it, vi } from 'vitest';
import { createFailureHandler } from '@/lib/background/after-failure.ts';
import { createConnectionReport } from '@/lib/background/connection-report.ts';
import type { StreamKeeper } from '@/lib/background/stream-keeper.ts';
import { RequestPausedError } from '@/lib/connection/request-budget.ts';

afterEach(() => {
  vi.useRealTimers();
});

const STREAM: StreamKeeper = {
  isDelivering: true,
  isLacking: () => false,
  isDue: () => false,
  open: () => {},
  keepOnly: () => {},
  close: () => {},
  holdBack: () => {},
  forgetFailures: () => {},
};

// The stream may be replaced during the pause: nothing else would then reconnect.
it.each([true, false])(
  'tries again when a pause ends, with a stream that delivers: %s',
  async (isDelivering) => {
    vi.useFakeTimers();
    const lookAgain = vi.fn();
    const handleFailure = createFailureHandler({
      report: createConnectionReport(() => {}),
      streams: { ...STREAM, isDelivering },
      lookAgain,
    });
    await handleFailure(new RequestPausedError(Date.now() + 3_000), null);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(lookAgain).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(lookAgain).toHaveBeenCalledOnce();
  },
);
