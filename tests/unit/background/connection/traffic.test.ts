import { expect, it, vi } from 'vitest';
import { countTraffic } from '@/lib/background/connection/traffic.ts';

const URL_OF_CALL = 'https://h.example/secret/v2/updates/price/latest';

/** Returns what is counted and what the client sees if the global fetch gives this response. */
async function count(response: Response) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response);
  const traffic = { onAnswer: vi.fn(), onBytes: vi.fn() };
  const counted = await countTraffic(traffic)(URL_OF_CALL, {});
  return { traffic, counted };
}

it('counted answers keep their URL', async () => {
  const response = Object.defineProperties(new Response('words'), {
    url: { value: 'https://other.example/' },
    redirected: { value: true },
  });
  const { traffic, counted } = await count(response);
  expect(counted).toMatchObject({ url: 'https://other.example/', redirected: true });
  expect(await counted.text()).toBe('words');
  expect(traffic.onBytes).toHaveBeenCalledWith(5);
  expect(traffic.onAnswer.mock.calls).toEqual([['latest', 200, expect.any(Number)]]);
});

it('a redirect that the browser hides is counted as one', async () => {
  const response = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  });
  const { traffic, counted } = await count(response);
  expect(counted.type).toBe('opaqueredirect');
  expect(traffic.onAnswer.mock.calls).toEqual([['latest', 'redirect', expect.any(Number)]]);
});
