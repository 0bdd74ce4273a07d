import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  HttpStatusError,
  NetworkError,
  PriceServiceClient,
  RedirectError,
} from '@/lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '@/lib/price-service/index.ts';
import type { PriceService, PriceServiceOptions } from '../../price-service/server.ts';
import { PATH, SOON } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, ETH, logStream, rejectionOf, until } from './support.ts';

const LATEST = '/v2/updates/price/latest';
const HEADERS = { Authorization: 'Bearer planted-token', 'X-Api-Key': 'planted-key' };
const STATUSES = [301, 302, 303, 307, 308] as const;

type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

/** Hides a redirect that is not followed, as browsers do. */
const browserFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  const isRedirect = STATUSES.some((status) => status === response.status);
  if (init.redirect !== 'manual' || !isRedirect) return response;
  await response.body?.cancel();
  return Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
    url: { value: url },
  });
};

const FETCHES: [string, Fetch][] = [
  ['Node', (url, init) => fetch(url, init)],
  ['a browser', browserFetch],
];

/** Creates two services on different origins, and a client of the first with headers. */
async function start(
  options: PriceServiceClientOptions = {},
  otherOptions: PriceServiceOptions = {},
) {
  const service = await startService();
  const other = await startService(otherOptions);
  const client = new PriceServiceClient(service.url, {
    headers: HEADERS,
    httpRetries: 0,
    random: () => 0,
    ...options,
  });
  return { service, other, client };
}

/** Returns the path of each request and whether it had the headers. */
function received({ requests }: PriceService): [string, boolean][] {
  return requests.map(({ path, headers }) => [
    path,
    JSON.stringify(headers).includes('planted') && headers['x-api-key'] === HEADERS['X-Api-Key'],
  ]);
}

function hasSecret({ requests }: PriceService): boolean {
  return JSON.stringify(requests.map(({ headers }) => headers)).includes('planted');
}

describe.each(FETCHES)('a redirect in %s', (name, fetch) => {
  it.each(STATUSES)('%i to another origin is followed without the headers', async (status) => {
    const { service, other, client } = await start({ fetch });
    service.fail({ kind: 'redirect', status, location: `${other.url}${LATEST}?ids[]=${ETH}` });
    const update = await client.getLatestPriceUpdates([BTC]);
    expect(update.parsed?.map(({ id }) => id)).toEqual([ETH]);
    expect(other.requests).toHaveLength(1);
    expect(hasSecret(other)).toBe(false);
  });

  it.each(STATUSES)('%i within the origin is followed with the headers', async (status) => {
    const { service, client } = await start({ fetch });
    const location = `/v2/updates/price/stream?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status, location, path: LATEST });
    service.fail({ kind: 'body', body: '{"binary":{"data":[],"encoding":"hex"}}', path: PATH });
    await client.getLatestPriceUpdates([BTC]);
    expect(received(service).at(0)).toEqual([LATEST, true]);
    expect(received(service).at(-1)).toEqual([PATH, true]);
  });

  it('is followed by a stream to another origin without the headers', async () => {
    const { service, other, client } = await start({ fetch });
    const location = `${other.url}${PATH}?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status: 307, location });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 1);
    other.pushStream();
    await until(() => log.updates.length > 0);
    expect(log.errors).toEqual([]);
    expect(other.requests[0]?.headers['accept']).toBe('text/event-stream');
    expect(hasSecret(other)).toBe(false);
  });

  it('is named in the error if the other origin rejects the call without the headers', async () => {
    const requireHeader = { name: 'X-Api-Key', value: HEADERS['X-Api-Key'] };
    const { service, other, client } = await start({ fetch }, { requireHeader });
    const location = `${other.url}${LATEST}?ids[]=${BTC}`;
    service.fail({ kind: 'redirect', status: 302, location });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(RedirectError);
    expect(error).toMatchObject({
      endpoint: 'v2/updates/price/latest',
      status: 401,
      message:
        'The service redirects to another site; your headers are not sent there ' +
        '(v2/updates/price/latest)',
    });
    expect(hasSecret(other)).toBe(false);

    const stream = client.getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.errors.length === 1);
    expect(log.errors[0]).toBeInstanceOf(RedirectError);
    expect(stream.readyState).toBe(2);
    expect(hasSecret(other)).toBe(false);
  });

  it.each([404, 429, 503])('results in the %i of the other origin', async (status) => {
    const onRefusal = vi.fn();
    const { service, other, client } = await start({ fetch, onRefusal });
    service.fail({ kind: 'redirect', status: 302, location: `${other.url}${LATEST}` });
    other.fail({ kind: 'status', status, headers: { 'retry-after': '9' } });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ status, retryAfterMs: 9_000 });
    expect(onRefusal.mock.calls).toEqual([[{ status, retryAfterMs: 9_000 }]]);
  });

  it('never sends the headers to another origin, even if redirects lead back', async () => {
    const { service, other, client } = await start({ fetch });
    const back = `${service.url}${LATEST}?ids[]=${ETH}`;
    service.fail({
      kind: 'redirect',
      status: 307,
      location: `${other.url}/x`,
      path: 'price_feeds',
    });
    other.fail({ kind: 'redirect', status: 307, location: back });
    service.fail({ kind: 'body', body: '[]', path: LATEST });
    expect(await client.getPriceFeeds()).toEqual([]);
    expect(received(service).at(-1)).toEqual([LATEST, true]);
    expect(hasSecret(other)).toBe(false);
  });

  it('calls beforeRequest for each request', async () => {
    const beforeRequest = vi.fn(async () => {});
    const { service, other, client } = await start({ fetch, beforeRequest });
    const location = `${LATEST}?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status: 302, location, path: 'price_feeds' });
    service.fail({ kind: 'body', body: '[]', path: LATEST });
    await client.getPriceFeeds();
    const counted = beforeRequest.mock.calls.length;
    // The browser itself follows the redirect of the second request.
    expect(service.requests.length - counted).toBe(name === 'Node' ? 0 : 1);
    expect(other.requests).toEqual([]);
  });

  it('is not followed if beforeRequest rejects, for a call and for a stream', async () => {
    const paused = new Error('paused');
    const beforeRequest = vi.fn(async () => {
      if (beforeRequest.mock.calls.length % 2 === 0) throw paused;
    });
    const { service, client } = await start({ fetch, beforeRequest, httpRetries: 3 });
    service.fail({ kind: 'redirect', status: 302, location: LATEST });
    expect(await rejectionOf(client.getPriceFeeds())).toBe(paused);
    expect(service.requests).toHaveLength(1);
    const stream = client.getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.errors.length === 1);
    expect(log.errors).toEqual([paused]);
    expect(stream.readyState).toBe(2);
    expect(service.requests).toHaveLength(2);
  });

  it('does not count waits for beforeRequest toward the timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const beforeRequest = async () => void (await vi.advanceTimersByTimeAsync(60_000));
    const { service, client } = await start({ fetch, beforeRequest });
    const location = `${LATEST}?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status: 302, location, times: 2 });
    expect((await client.getLatestPriceUpdates([BTC])).parsed).toHaveLength(1);
  });

  it('that never ends is an error', async () => {
    const { service, client } = await start({ fetch });
    service.fail({ kind: 'redirect', status: 302, location: LATEST });
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC]))).toBeInstanceOf(NetworkError);
  });

  it.each(['data:application/json,[]', 'http://[bad', 'ftp://h.example/x'])(
    'to %s is an error',
    async (location) => {
      const { service, client } = await start({ fetch });
      service.fail({ kind: 'redirect', status: 302, location });
      expect(await rejectionOf(client.getPriceFeeds())).toBeInstanceOf(NetworkError);
    },
  );

  it('is followed by the platform if the client has no headers', async () => {
    const asked = vi.fn(fetch);
    const { service, other, client } = await start({ fetch: asked, headers: {} });
    service.fail({ kind: 'redirect', status: 302, location: `${other.url}${LATEST}?ids[]=${ETH}` });
    await client.getLatestPriceUpdates([BTC]);
    expect(asked.mock.calls.map(([, init]) => init.redirect)).toEqual(['follow']);
  });
});

describe('a redirect that is visible, as in Node', () => {
  it('is followed at most five times', async () => {
    const { service, client } = await start();
    service.fail({ kind: 'redirect', status: 302, location: LATEST });
    await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(service.requests).toHaveLength(6);
  });

  it.each(['http://h.example/x', 'https://h.example:8443/x', 'https://other.example/x'])(
    'from https://h.example to %s loses the headers',
    async (location) => {
      const asked: [string, string | null][] = [];
      const client = new PriceServiceClient('https://h.example', {
        headers: HEADERS,
        fetch: async (url, { headers }) => {
          asked.push([url, new Headers(headers).get('x-api-key')]);
          return asked.length === 1
            ? new Response(null, { status: 302, headers: { location } })
            : Response.json([]);
        },
      });
      await client.getPriceFeeds();
      expect(asked[1]).toEqual([location, null]);
    },
  );
});

describe('a redirect that a browser hides', () => {
  it('is resolved by a request without the headers', async () => {
    const { service, client } = await start({ fetch: browserFetch });
    service.fail({ kind: 'redirect', status: 307, location: PATH, path: LATEST });
    service.fail({ kind: 'body', body: '{"binary":{"data":[],"encoding":"hex"}}', path: PATH });
    await client.getLatestPriceUpdates([BTC]);
    expect(received(service)).toEqual([
      [LATEST, true],
      [LATEST, false],
      [PATH, false],
      [PATH, true],
    ]);
    await until(() => service.requests.every(({ endedAt }) => endedAt !== null));
  });

  it('ends in an error if the request without the headers is rejected without a redirect', async () => {
    const { service, client } = await start({ fetch: browserFetch });
    service.fail({ kind: 'redirect', status: 307, location: PATH, times: 1 });
    service.fail({ kind: 'status', status: 401, times: 1 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(RedirectError);
    expect(error).toHaveProperty(
      'message',
      'The service redirects to an address that the browser does not reveal; your headers are ' +
        'not sent there (v2/updates/price/latest)',
    );
    expect(received(service)).toEqual([
      [LATEST, true],
      [LATEST, false],
    ]);
  });

  it('ends in an error if its target redirects again', async () => {
    const { service, client } = await start({ fetch: browserFetch });
    service.fail({ kind: 'redirect', status: 307, location: PATH, path: LATEST });
    service.fail({ kind: 'status', status: 401, path: PATH, times: 1 });
    service.fail({ kind: 'redirect', status: 307, location: LATEST, path: PATH });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(RedirectError);
  });

  it('makes a stream reconnect if the other origin cannot be reached', async () => {
    const { service, other, client } = await start({ fetch: browserFetch });
    await other.close();
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: PATH, times: 1 });
    service.fail({ kind: 'redirect', status: 307, location: `${other.url}${PATH}`, times: 2 });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(log.errors[1]).toBeInstanceOf(NetworkError);
  });
});
