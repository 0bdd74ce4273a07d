import { get, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFaultList } from '../../price-service/faults.ts';
import type { Fault, PriceService } from '../../price-service/server.ts';
import { BTC, ETH, idsQuery, LATEST, startService, STREAM, updatesIn } from './support.ts';

// Many tests expect that nothing bad happens during a fault. They would also pass if the fault did
// nothing, so each one is shown to reach a plain client.

const QUERY = idsQuery(BTC);
/** How long a connection must remain open to count as hanging. */
const HANGS_MS = 100;

function latestUrl(service: PriceService): string {
  return service.url + LATEST + QUERY;
}

async function expectReceived(
  fault: Fault,
  pathWithQuery: string,
  { body, ...expected }: Expected,
): Promise<void> {
  const service = await startService({ updatesPerSecond: 100, commentSeconds: 0.02 });
  service.fail(fault);
  const isBody = typeof body === 'function' ? body : (all: string) => all === (body ?? all);
  const hangs = expected.error === 'timeout';
  const actual = await received(service.url + pathWithQuery, hangs ? isBody : () => false);
  expect(actual).toMatchObject(expected);
  expect(actual.body).toSatisfy(isBody);
}

const NOT_JSON = (body: string): boolean => {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return body !== '';
  }
};
const HALF_JSON = (body: string): boolean => body.startsWith('{"binary"') && NOT_JSON(body);
const HALF_EVENT = (body: string): boolean =>
  body.startsWith('data:{"binary"') && !body.includes('\n');
const COMMENTS_ONLY = (body: string): boolean => /^(?::\n\n){3,}$/.test(body);

type Expected = Partial<Omit<Received, 'body'>> & { body?: string | ((body: string) => boolean) };

const BOTH: [name: string, fault: Fault, expected: Expected][] = [
  [
    'a status, with headers and body',
    { kind: 'status', status: 503, body: 'later', headers: { 'retry-after': '7' } },
    { status: 503, body: 'later', headers: { 'retry-after': '7' }, error: undefined },
  ],
  [
    'a status with a body that never ends',
    { kind: 'status', status: 429, body: 'later', hangs: true },
    { status: 429, body: 'la', error: 'timeout' },
  ],
  [
    'a redirect',
    { kind: 'redirect', status: 307, location: '/elsewhere' },
    { status: 307, headers: { location: '/elsewhere' } },
  ],
  [
    'an access token that does not cover a feed',
    { kind: 'not-entitled', ids: [BTC] },
    { status: 403, body: `Not entitled: feed ${BTC}` },
  ],
  ['an unknown feed', { kind: 'unknown-feeds', ids: [BTC] }, { status: 404, body: '' }],
  ['unknown feeds', { kind: 'unknown-feeds' }, { status: 404, body: '' }],
  ['a hang before the answer', { kind: 'hang', where: 'before' }, { error: 'timeout', body: '' }],
  [
    'a reset before the answer',
    { kind: 'reset', where: 'before' },
    { status: undefined, error: 'ECONNRESET' },
  ],
  ['any body', { kind: 'body', body: '[]', status: 201 }, { status: 201, body: '[]' }],
  ['a huge body', { kind: 'huge', bytes: 200_001 }, { body: (body) => body.length === 200_001 }],
];

const ANSWERS: typeof BOTH = [
  ...BOTH,
  [
    'a hang in the body',
    { kind: 'hang', where: 'body' },
    { status: 200, error: 'timeout', body: HALF_JSON },
  ],
  [
    'a reset in the body',
    { kind: 'reset', where: 'body' },
    { status: 200, error: 'ECONNRESET', body: HALF_JSON },
  ],
  ['half of the JSON', { kind: 'truncate' }, { status: 200, error: undefined, body: HALF_JSON }],
  ['a body that is not JSON', { kind: 'malformed' }, { status: 200, body: NOT_JSON }],
  [
    'the whole body in pieces',
    { kind: 'split', bytes: 7 },
    { isInPieces: true, error: undefined, body: (body) => !NOT_JSON(body) },
  ],
];

const RAW = 'retry: 50\n\n: note\n\ndata: {"no":"update"}\n\n';
const STREAMS: typeof BOTH = [
  ...BOTH,
  [
    'a hang in an event',
    { kind: 'hang', where: 'body' },
    { status: 200, error: 'timeout', body: HALF_EVENT },
  ],
  [
    'a reset in an event',
    { kind: 'reset', where: 'body' },
    { status: 200, error: 'ECONNRESET', body: HALF_EVENT },
  ],
  ['an end in an event', { kind: 'truncate' }, { status: 200, error: undefined, body: HALF_EVENT }],
  [
    'raw lines before the updates',
    { kind: 'stream-lines', lines: RAW },
    {
      error: 'timeout',
      body: (body) => body.startsWith(RAW) && updatesIn(body.slice(RAW.length)).length > 1,
    },
  ],
  [
    'raw lines and an end',
    { kind: 'stream-lines', lines: RAW, end: true },
    { error: undefined, body: RAW },
  ],
  ['comments without updates', { kind: 'silence' }, { error: 'timeout', body: COMMENTS_ONLY }],
  [
    'one event that is not JSON, then updates',
    { kind: 'malformed' },
    {
      error: 'timeout',
      body: (body) => {
        const end = body.indexOf('\n\n') + 2;
        return NOT_JSON(body.slice('data:'.length, end)) && updatesIn(body.slice(end)).length > 1;
      },
    },
  ],
  [
    'updates in pieces',
    { kind: 'split', bytes: 11 },
    { isInPieces: true, error: 'timeout', body: (body) => updatesIn(body).length > 0 },
  ],
];

describe('an answer has', () => {
  it.each(ANSWERS)('%s', async (_, fault, expected) => {
    await expectReceived(fault, LATEST + QUERY, expected);
  });
});

describe('a stream has', () => {
  it.each(STREAMS)('%s', async (_, fault, expected) => {
    await expectReceived(fault, STREAM + QUERY, expected);
  });
});

it.each([
  ['connection', false],
  ['before', true],
] as const)('a reset of kind %s leaves preflights an answer: %s', async (where, isAnswered) => {
  const service = await startService();
  service.fail({ kind: 'reset', where });
  await expect(fetch(latestUrl(service))).rejects.toThrow('fetch failed');
  const preflight = fetch(latestUrl(service), { method: 'OPTIONS' }).then(({ status }) => status);
  if (isAnswered) expect(await preflight).toBe(204);
  else await expect(preflight).rejects.toThrow('fetch failed');
});

it('an answer is delayed', async () => {
  const service = await startService();
  service.fail({ kind: 'delay', ms: 60 });
  const from = performance.now();
  expect((await fetch(latestUrl(service))).status).toBe(200);
  // A timer may fire up to a millisecond early.
  expect(performance.now() - from).toBeGreaterThanOrEqual(59);
});

it('a huge answer ends when the client stops reading', async () => {
  const service = await startService();
  service.fail({ kind: 'huge', bytes: 10 ** 12 });
  const controller = new AbortController();
  const response = await fetch(latestUrl(service), { signal: controller.signal });
  await response.body?.getReader().read();
  controller.abort();
  await expect.poll(() => service.requests[0]?.endedAt).not.toBeNull();
});

it('feeds that are not refused are answered, and so is the feed list', async () => {
  const service = await startService();
  service.fail({ kind: 'not-entitled', ids: [BTC] });
  service.fail({ kind: 'unknown-feeds', ids: [BTC] });
  expect((await fetch(service.url + LATEST + idsQuery(ETH))).status).toBe(200);
  expect((await fetch(`${service.url}/v2/price_feeds`)).status).toBe(200);
});

describe('the requests that a fault affects', () => {
  it('are those of its path, by a part of it or a pattern', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500, path: 'price_feeds' });
    service.fail({ kind: 'status', status: 502, path: /\/latest$/g });
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        ['/v2/price_feeds', LATEST + QUERY, `/v2/updates/price/1${QUERY}`].map(
          async (path) => (await fetch(service.url + path)).status,
        ),
      );
    expect(await statuses()).toEqual([500, 502, 200]);
    expect(await statuses()).toEqual([500, 502, 200]);
  });

  it('are as many as it says, until it is removed or all are cleared', async () => {
    const service = await startService();
    const status = async (): Promise<number> => (await fetch(latestUrl(service))).status;
    service.fail({ kind: 'status', status: 500, times: 2 });
    expect([await status(), await status(), await status()]).toEqual([500, 500, 200]);
    const remove = service.fail({ kind: 'status', status: 503 });
    expect(await status()).toBe(503);
    remove();
    expect(await status()).toBe(200);
    service.fail({ kind: 'status', status: 504 });
    service.clearFaults();
    expect(await status()).toBe(200);
  });

  it('meet one fault at a time, in the order in which they were added', async () => {
    const service = await startService();
    const status = async (): Promise<number> => (await fetch(latestUrl(service))).status;
    service.fail({ kind: 'status', status: 500, times: 1 });
    service.fail({ kind: 'status', status: 503, times: 1 });
    expect([await status(), await status(), await status()]).toEqual([500, 503, 200]);
  });

  it('are a share of all, the same ones for the same seed', () => {
    expect(draws(1)).toEqual(draws(1));
    expect(draws(2)).not.toEqual(draws(1));
    const hits = draws(1).filter(Boolean).length;
    expect(hits).toBeGreaterThan(240);
    expect(hits).toBeLessThan(360);
  });

  it('meet delays and a split together with any other', () => {
    const faults = createFaultList(1);
    faults.add({ kind: 'delay', ms: 3 });
    faults.add({ kind: 'malformed' });
    faults.add({ kind: 'delay', ms: 4 });
    faults.add({ kind: 'split', bytes: 5 });
    expect(faults.draw(LATEST, false)).toMatchObject({
      delayMs: 7,
      splitBytes: 5,
      main: { kind: 'malformed' },
    });
  });

  it('are streams only, for faults of the stream', () => {
    const faults = createFaultList(1);
    faults.add({ kind: 'silence' });
    faults.add({ kind: 'stream-lines', lines: '' });
    expect(faults.draw(LATEST, false).main).toBeUndefined();
    expect(faults.draw(STREAM, true).main?.kind).toBe('silence');
  });

  it('are not answered if the client leaves during a delay', async () => {
    const service = await startService();
    service.fail({ kind: 'delay', ms: 20 });
    const gone = fetch(latestUrl(service), { signal: AbortSignal.timeout(1) });
    await expect(gone).rejects.toThrow('timeout');
    expect((await fetch(latestUrl(service))).status).toBe(200);
    expect(service.requests.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

function draws(seed: number): boolean[] {
  const faults = createFaultList(seed);
  faults.add({ kind: 'malformed', share: 0.3 });
  return Array.from({ length: 1000 }, () => faults.draw(LATEST, false).main !== undefined);
}

interface Received {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  isInPieces: boolean;
  /** `timeout`: the connection remained open. */
  error: string | undefined;
}

/**
 * What arrives at a plain client: `fetch` hides pieces and how a connection ended.
 *
 * @param isComplete whether nothing that matters follows this body
 */
function received(url: string, isComplete: (body: string) => boolean): Promise<Received> {
  return new Promise((resolve) => {
    const result: Received = {
      status: undefined,
      headers: {},
      body: '',
      isInPieces: false,
      error: undefined,
    };
    const fail = (error: NodeJS.ErrnoException): void => resolve({ ...result, error: error.code });
    const request = get(url, { agent: false }, (response) => {
      result.status = response.statusCode;
      result.headers = response.headers;
      response.setEncoding('latin1');
      response.on('data', (piece: string) => {
        result.isInPieces ||= result.body !== '';
        result.body += piece;
        checkOpen();
      });
      response.on('error', fail);
      response.on('end', () => resolve(result));
    }).on('error', fail);
    let timer: ReturnType<typeof setTimeout> | undefined;
    function checkOpen(): void {
      if (!isComplete(result.body)) return;
      timer ??= setTimeout(() => {
        resolve({ ...result, error: 'timeout' });
        request.destroy();
      }, HANGS_MS);
    }
    checkOpen();
    request.on('close', () => clearTimeout(timer));
  });
}
