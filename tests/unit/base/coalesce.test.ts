import { describe, expect, it, vi } from 'vitest';
import { coalesce } from '@/lib/base/coalesce.ts';

describe('coalesce', () => {
  it('runs the work once more for all calls during a run', async () => {
    const first = Promise.withResolvers<void>();
    const work = vi
      .fn<() => Promise<void>>()
      .mockResolvedValue()
      .mockReturnValueOnce(first.promise);
    const run = coalesce(work);
    const calls = [run(), run(), run()];
    expect(work).toHaveBeenCalledTimes(1);
    first.resolve();
    await Promise.all(calls);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('loses no call, however close to the end of a run', async () => {
    const work = vi.fn<() => Promise<void>>().mockResolvedValue();
    const run = coalesce(work);
    for (let turns = 0; turns < 8; turns += 1) {
      work.mockClear();
      void run();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await run();
      expect(work).toHaveBeenCalledTimes(2);
    }
  });

  it('rejects where the work does, and runs again at the next call', async () => {
    const work = vi.fn<() => Promise<void>>().mockResolvedValue();
    work.mockRejectedValueOnce(new Error('failed'));
    const run = coalesce(work);
    await expect(run()).rejects.toThrow('failed');
    await run();
    expect(work).toHaveBeenCalledTimes(2);
  });
});
