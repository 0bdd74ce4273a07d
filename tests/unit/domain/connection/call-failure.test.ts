import { expect, it, vi } from 'vitest';
import { readCallFailure } from '@/lib/domain/connection/call-failure.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
import { serviceWith } from './services.ts';

it('a call that was aborted has no failure to explain', async () => {
  const circumstances = {
    settings: serviceWith({}),
    fetch: vi.fn(),
    endpoint: '/v2/price_feeds',
    beforeRequest: async () => {},
    wasAnswered: true,
  };
  const { signal } = new AbortController();
  const error = new HttpStatusError(503);
  expect(await readCallFailure(error, { ...circumstances, signal })).toMatchObject({ status: 503 });
  const aborted = AbortSignal.abort(new Error('enough'));
  await expect(readCallFailure(error, { ...circumstances, signal: aborted })).rejects.toThrow(
    'enough',
  );
});
