import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPolls } from '@/lib/background/connection/polls.ts';
import type { PriceServiceClient, PriceUpdate } from '@/lib/price-service/index.ts';
import { polling } from '@/lib/storage/values/connection.ts';
import { BTC } from '../feeds.ts';

const UPDATE: PriceUpdate = { binary: { encoding: 'base64', data: [] }, parsed: [] };

const onAnswered = vi.fn(async () => {});
const onFailed = vi.fn(async () => {});
const store = vi.fn(async () => null);

/** Polls once, and waits until the response or its failure is handled. */
async function poll(getLatestPriceUpdates: () => Promise<PriceUpdate>): Promise<void> {
  vi.clearAllMocks();
  const client = { getLatestPriceUpdates } as unknown as PriceServiceClient;
  createPolls().start(client, { ids: [BTC] }, { store, onAnswered, onFailed });
  await vi.waitFor(() =>
    expect([...onAnswered.mock.calls, ...onFailed.mock.calls]).toHaveLength(1),
  );
}

const answer = async (): Promise<PriceUpdate> => UPDATE;
const fail = async (): Promise<never> => {
  throw new Error('no network');
};

describe('a poll', () => {
  it('counts its failures in a row', async () => {
    await poll(fail);
    await poll(fail);
    expect(await polling.getValue()).toMatchObject({ failures: 2 });
    await poll(answer);
    expect(await polling.getValue()).toMatchObject({ failures: 0 });
  });

  describe('whose time cannot be stored', () => {
    beforeEach(() => {
      vi.spyOn(console, 'warn').mockReturnValue();
      vi.spyOn(polling, 'update').mockRejectedValue(new Error('QUOTA_BYTES quota exceeded'));
      return () => vi.restoreAllMocks();
    });

    it('is answered', async () => {
      await poll(answer);
      expect(store).toHaveBeenCalledOnce();
      expect(onAnswered).toHaveBeenCalledExactlyOnceWith(false, null);
      expect(onFailed).not.toHaveBeenCalled();
    });

    it('fails for its own reason, once', async () => {
      await poll(fail);
      expect(onFailed).toHaveBeenCalledExactlyOnceWith(new Error('no network'));
      expect(onAnswered).not.toHaveBeenCalled();
    });
  });
});
