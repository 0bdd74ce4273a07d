import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFaultList } from '../../price-service/faults.ts';
import type { PriceService } from '../../price-service/server.ts';
import {
  BTC,
  ETH,
  getUpdate,
  holdsUpdates,
  idsQuery,
  LATEST,
  openStream,
  startService,
  statusAndText,
  STREAM,
  updatesIn,
} from './support.ts';

const QUERY = idsQuery(BTC);

function latestUrl(service: PriceService): string {
  return service.url + LATEST + QUERY;
}

describe('faults of a whole answer', () => {
  it('status', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 503, body: 'later', headers: { 'retry-after': '7' } });
    const response = await fetch(latestUrl(service));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.text()).toBe('later');
    expect(service.requests[0]?.status).toBe(503);
  });

  it('status with a body that never ends', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 429, body: 'later', hangs: true });
    const response = await fetch(latestUrl(service), { signal: AbortSignal.timeout(100) });
    expect(response.status).toBe(429);
    await expect(response.text()).rejects.toThrow('timeout');
  });

  it('redirect', async () => {
    const service = await startService();
    service.fail({ kind: 'redirect', status: 307, location: `${LATEST}${QUERY}`, times: 1 });
    const first = await fetch(latestUrl(service), { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([307, LATEST + QUERY]);
    service.fail({ kind: 'redirect', status: 301, location: `${LATEST}${QUERY}`, times: 1 });
    expect((await fetch(latestUrl(service))).redirected).toBe(true);
  });

  it('an access token that does not cover every feed', async () => {
    const service = await startService();
    service.fail({ kind: 'not-entitled', ids: [BTC] });
    const text = `Not entitled: feed ${BTC}`;
    for (const path of [LATEST, STREAM]) {
      expect(await statusAndText(service.url + path + idsQuery(BTC, ETH))).toEqual([403, text]);
    }
    expect((await fetch(service.url + LATEST + idsQuery(ETH))).status).toBe(200);
    expect((await fetch(`${service.url}/v2/price_feeds`)).status).toBe(200);
  });

  it('feeds that it does not know: no body says which', async () => {
    const service = await startService();
    const mend = service.fail({ kind: 'unknown-feeds', ids: [BTC] });
    expect(await statusAndText(service.url + LATEST + idsQuery(BTC, ETH))).toEqual([404, '']);
    expect((await fetch(service.url + LATEST + idsQuery(ETH))).status).toBe(200);
    mend();
    service.fail({ kind: 'unknown-feeds' });
    expect(await statusAndText(service.url + LATEST + idsQuery(ETH))).toEqual([404, '']);
    expect((await fetch(`${service.url}/v2/price_feeds`)).status).toBe(200);
  });

  it('delay', async () => {
    const service = await startService();
    service.fail({ kind: 'delay', ms: 60 });
    const from = performance.now();
    expect((await fetch(latestUrl(service))).status).toBe(200);
    // A timer may fire up to a millisecond early.
    expect(performance.now() - from).toBeGreaterThanOrEqual(59);
  });

  it('hang before the answer', async () => {
    const service = await startService();
    service.fail({ kind: 'hang', where: 'before' });
    const answer = fetch(latestUrl(service), { signal: AbortSignal.timeout(50) });
    await expect(answer).rejects.toThrow('timeout');
    expect(service.requests[0]?.status).toBeNull();
  });

  it('hang in the body', async () => {
    const service = await startService();
    service.fail({ kind: 'hang', where: 'body' });
    const controller = new AbortController();
    const response = await fetch(latestUrl(service), { signal: controller.signal });
    const first = await response.body?.getReader().read();
    expect(first?.value?.length).toBe(
      Math.floor(Number(response.headers.get('content-length')) / 2),
    );
    controller.abort();
    await expect.poll(() => service.requests[0]?.endedAt).not.toBeNull();
  });

  it('reset before the answer', async () => {
    const service = await startService();
    service.fail({ kind: 'reset', where: 'before' });
    await expect(received(latestUrl(service))).resolves.toMatchObject({
      status: undefined,
      error: 'ECONNRESET',
    });
  });

  it('reset in the body', async () => {
    const service = await startService();
    service.fail({ kind: 'reset', where: 'body' });
    const { status, body, error } = await received(latestUrl(service));
    expect([status, error]).toEqual([200, 'ECONNRESET']);
    expect(() => JSON.parse(body) as unknown).toThrow(SyntaxError);
  });

  it('truncate: half of the JSON, whole as HTTP', async () => {
    const service = await startService();
    service.fail({ kind: 'truncate' });
    const response = await fetch(latestUrl(service));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBe(text.length);
    expect(text).toMatch(/^\{"binary"/);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it('malformed: not JSON', async () => {
    const service = await startService();
    service.fail({ kind: 'malformed' });
    const response = await fetch(latestUrl(service));
    expect(response.headers.get('content-type')).toBe('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('body: whatever a test wants', async () => {
    const service = await startService();
    const body = JSON.stringify({ binary: 'of the wrong shape', padding: 'x'.repeat(2000) });
    service.fail({ kind: 'body', body, headers: { 'x-marked': 'yes' }, status: 201, times: 1 });
    const response = await fetch(latestUrl(service));
    expect([response.status, response.headers.get('x-marked')]).toEqual([201, 'yes']);
    expect(await response.text()).toBe(body);

    service.fail({ kind: 'body', body: Buffer.from([0xff, 0x00]), times: 1 });
    const bytes = await (await fetch(latestUrl(service))).arrayBuffer();
    expect([...new Uint8Array(bytes)]).toEqual([0xff, 0x00]);
  });

  it('huge: as many bytes as asked for, no faster than they are read', async () => {
    const service = await startService();
    service.fail({ kind: 'huge', bytes: 3_000_001 });
    const text = await (await fetch(latestUrl(service))).text();
    expect(text.length).toBe(3_000_001);
    expect(text.trim()).toBe('');
  });

  it('huge: a client that stops reading ends it', async () => {
    const service = await startService();
    service.fail({ kind: 'huge', bytes: 10 ** 12 });
    const controller = new AbortController();
    const response = await fetch(latestUrl(service), { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(() => service.requests[0]?.endedAt).not.toBeNull();
  });

  it('split: in pieces, the same in the end', async () => {
    const service = await startService({ now: () => 1_795_262_400_000 });
    const whole = await getUpdate(service, LATEST + QUERY);
    service.fail({ kind: 'split', bytes: 7 });
    const { pieces, body } = await received(latestUrl(service));
    expect(pieces).toBeGreaterThan(10);
    expect(JSON.parse(body)).toEqual(whole);
  });
});

describe('faults of the stream', () => {
  it('status, redirect and body answer in its place', async () => {
    const service = await startService();
    const url = service.url + STREAM + QUERY;
    service.fail({ kind: 'status', status: 500, body: 'broken', times: 1 });
    expect(await statusAndText(url)).toEqual([500, 'broken']);
    service.fail({ kind: 'redirect', status: 302, location: '/elsewhere', times: 1 });
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe('/elsewhere');
    service.fail({ kind: 'body', body: '[]', times: 1 });
    expect(await statusAndText(url)).toEqual([200, '[]']);
    expect(service.openStreams()).toBe(0);
  });

  it('stream-lines come right after the headers; then the stream goes on', async () => {
    const service = await startService();
    const lines = 'retry: 50\n\n: note\n\ndata: {"no":"update"}\n\n';
    service.fail({ kind: 'stream-lines', lines, times: 1 });
    const stream = await openStream(service, QUERY);
    expect(await stream.until((text) => text.length >= lines.length)).toBe(lines);
    service.pushStream();
    const text = await stream.until((all) => all.length > lines.length && all.endsWith('\n\n'));
    expect(updatesIn(text.slice(lines.length))).toHaveLength(1);
  });

  it('stream-lines may end it', async () => {
    const service = await startService();
    service.fail({ kind: 'stream-lines', lines: 'retry: 50\n\n', end: true });
    const stream = await openStream(service, QUERY);
    expect(await stream.toEnd()).toBe('retry: 50\n\n');
    expect(service.openStreams()).toBe(0);
  });

  it('silence: comments but no data, whatever is pushed', async () => {
    const service = await startService({ commentSeconds: 0.02, updatesPerSecond: 100 });
    service.fail({ kind: 'silence', times: 1 });
    const silent = await openStream(service, QUERY);
    const talking = await openStream(service, QUERY);
    service.setPrice(BTC, { price: '1' });
    await talking.until(holdsUpdates(3));
    const text = await silent.until((all) => all.split('\n\n').length > 3);
    expect(text).toMatch(/^(?::\n\n)+$/);
  });

  it('malformed: one event that is no JSON, then the stream goes on', async () => {
    const service = await startService();
    service.fail({ kind: 'malformed', times: 1 });
    const stream = await openStream(service, QUERY);
    const bad = await stream.until((text) => text.endsWith('\n\n'));
    expect(() => updatesIn(bad)).toThrow(SyntaxError);
    service.pushStream();
    const text = await stream.until((all) => all.length > bad.length && all.endsWith('\n\n'));
    expect(updatesIn(text.slice(bad.length))).toHaveLength(1);
  });

  it('truncate: ends in the middle of an event', async () => {
    const service = await startService();
    service.fail({ kind: 'truncate' });
    const stream = await openStream(service, QUERY);
    const text = await stream.toEnd();
    expect(text).toMatch(/^data:\{"binary"/);
    expect(text).not.toContain('\n\n');
  });

  it('reset: before the answer, and in the middle of an event', async () => {
    const service = await startService();
    const url = service.url + STREAM + QUERY;
    service.fail({ kind: 'reset', where: 'before', times: 1 });
    expect(await received(url)).toMatchObject({ status: undefined, error: 'ECONNRESET' });
    service.fail({ kind: 'reset', where: 'body', times: 1 });
    const broken = await received(url);
    expect(broken).toMatchObject({ status: 200, error: 'ECONNRESET' });
    expect(broken.body).not.toContain('\n\n');
  });

  it('hang: no answer, or half an event and then nothing at all', async () => {
    const service = await startService({ commentSeconds: 0.01, updatesPerSecond: 100 });
    service.fail({ kind: 'hang', where: 'before', times: 1 });
    const never = fetch(service.url + STREAM + QUERY, { signal: AbortSignal.timeout(50) });
    await expect(never).rejects.toThrow('timeout');
    service.fail({ kind: 'hang', where: 'body', times: 1 });
    const hanging = await openStream(service, QUERY);
    const talking = await openStream(service, QUERY);
    const text = await hanging.until((all) => all.length > 0);
    await talking.until(holdsUpdates(3));
    expect(text).not.toContain('\n');
    expect(service.openStreams()).toBe(2);
    await service.close();
    expect(await hanging.toEnd().catch(() => text)).toBe(text);
  });

  it('huge: one endless line', async () => {
    const service = await startService();
    service.fail({ kind: 'huge', bytes: 200_000 });
    const stream = await openStream(service, QUERY);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect((await stream.toEnd()).length).toBe(200_000);
  });

  it('split: events in pieces', async () => {
    const service = await startService();
    service.fail({ kind: 'split', bytes: 11 });
    const stream = await openStream(service, QUERY);
    service.pushStream();
    service.pushStream();
    expect(updatesIn(await stream.until(holdsUpdates(2)))).toHaveLength(2);
  });
});

describe('which requests a fault befalls', () => {
  it('those of its path, a piece of it or a pattern', async () => {
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

  it('as many as it says, until it is removed or all are cleared', async () => {
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

  it('only the first of several, one after the other', async () => {
    const service = await startService();
    const status = async (): Promise<number> => (await fetch(latestUrl(service))).status;
    service.fail({ kind: 'status', status: 500, times: 1 });
    service.fail({ kind: 'status', status: 503, times: 1 });
    expect([await status(), await status(), await status()]).toEqual([500, 503, 200]);
  });

  it('a share of them, the same ones for the same seed', () => {
    expect(draws(1)).toEqual(draws(1));
    expect(draws(2)).not.toEqual(draws(1));
    const hits = draws(1).filter(Boolean).length;
    expect(hits).toBeGreaterThan(240);
    expect(hits).toBeLessThan(360);
  });

  it('delays and a split together with any other', () => {
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

  it('stream faults leave the other calls alone', () => {
    const faults = createFaultList(1);
    faults.add({ kind: 'silence' });
    faults.add({ kind: 'stream-lines', lines: '' });
    expect(faults.draw(LATEST, false).main).toBeUndefined();
    expect(faults.draw(STREAM, true).main?.kind).toBe('silence');
  });

  it('a client that leaves during a delay is not answered', async () => {
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
  body: string;
  pieces: number;
  error: string | undefined;
}

/** What arrives at a plain client: `fetch` hides pieces and the way in which a connection ended. */
function received(url: string): Promise<Received> {
  return new Promise((resolve) => {
    const result: Received = { status: undefined, body: '', pieces: 0, error: undefined };
    const fail = (error: NodeJS.ErrnoException): void => resolve({ ...result, error: error.code });
    get(url, { agent: false }, (response: IncomingMessage) => {
      result.status = response.statusCode;
      response.setEncoding('latin1');
      response.on('data', (piece: string) => {
        result.body += piece;
        result.pieces++;
      });
      response.on('error', fail);
      response.on('end', () => resolve(result));
    }).on('error', fail);
  });
}
