import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerPreflight, CORS_HEADERS } from './cors.ts';
import { afterDelay, deliver, replaced, resetConnection } from './delivery.ts';
import { createFaultList, type Fault, type RequestFaults } from './faults.ts';
import { listenOnLoopback } from './loopback.ts';
import { createMarket, type PinnedPrice, type Pins } from './market.ts';
import type { Quote } from './quote.ts';
import { recordRequest, type RequestRecord } from './request-log.ts';
import { answerTo, isGuarded, STREAM_PATH, textAnswer, type StreamAnswer } from './routes.ts';
import { createStreamHub, STREAM_HEADERS } from './stream.ts';
import type { Tampering } from './tampering.ts';
import { createWalkSource } from './walk-source.ts';

export type { Fault } from './faults.ts';
export type { RequestRecord } from './request-log.ts';
export type { Tampering } from './tampering.ts';

export interface PriceServiceOptions {
  /** Default 0: any free port. Always loopback only. */
  port?: number;
  /** Prefix of every path, such as `/secret-token/hermes`; default none. */
  prefix?: string;
  /** For the walks and the faults' shares; default 1. */
  seed?: number;
  /** Generated feeds in addition to the well-known ones; default 0. */
  extraFeeds?: number;
  /** The stream's rate; default 2.5; 0: only `pushStream` and `setPrice` send. */
  updatesPerSecond?: number;
  /** Default false. true: a new stream gets an update at once, as from the public service. */
  greets?: boolean;
  /** A stream ends after this, with `event: error`; default 86,400. */
  streamSeconds?: number;
  /** How the updates, which `LOCAL_IDENTITY` (test-signers.ts) signs, are falsified from the start; default: not at all. */
  tampering?: Tampering;
  /** Price calls without it get a 401, or this status; the catalog needs none. */
  requireHeader?: { name: string; value: string; status?: 401 | 403 };
  /** Feeds that it does not know. */
  lacks?: readonly string[];
  /** Its newest prices are this old; negative: they are dated ahead. Default 0. */
  lagSeconds?: number;
  /** By how much its `Date` headers are ahead; default 0. */
  dateAheadSeconds?: number;
  /** The response headers that pages may read, separated by commas; default `*`, all. */
  exposedHeaders?: string;
  /** The clock of the prices, unix milliseconds; default `Date.now`. */
  marketNow?: () => number;
  /** Prices set by tests, shared by services that agree; default: its own. */
  pins?: Pins;
  /** Called with the quotes of all feeds whenever they are signed unaltered. */
  onSigned?: (quotes: readonly Quote[]) => void;
}

export interface PriceService {
  /** `http://127.0.0.1:PORT` and the prefix. */
  url: string;
  /** All requests except preflights, in the order of their arrival. */
  requests: RequestRecord[];
  preflights: RequestRecord[];
  openStreams(): number;
  /** Bytes of all connections, in both directions, including HTTP headers. */
  bytes(): number;
  /** Adds a fault; returns a function that removes it. */
  fail(fault: Fault): () => void;
  clearFaults(): void;
  /** Fixes a feed's price from now on and sends it on the open streams. */
  setPrice(id: string, price: PinnedPrice): void;
  /** Removes a feed: from the catalog and running streams; calls get a 404. */
  removeFeed(id: string): void;
  /** A feed without data: requests that name it are 404 as a whole. */
  withholdData(id: string): void;
  /** Falsifies the updates from now on, or (undefined) no longer. */
  tamper(tampering: Tampering | undefined): void;
  /**
   * Answers every request for past prices with the genuine update of this publish time (unix
   * seconds); `undefined`: with the right one again.
   */
  answerPastFrom(publishTime: number | undefined): void;
  /** Sends one update on every open stream. */
  pushStream(): void;
  /** Sends one event with any data (one line), good or bad, on every open stream. */
  pushEvent(data: string): void;
  setRate(updatesPerSecond: number): void;
  /** By how much its `Date` headers are ahead from now on. */
  setDateAhead(seconds: number): void;
  /** Ends every open stream, as a restarted service does. */
  endStreams(): void;
  /** Ends the open connections too. */
  close(): Promise<void>;
}

/**
 * Starts a price service on loopback with the specification's five calls, like the public service.
 *
 * @throws Error if the port is in use
 */
export async function startPriceService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const { seed = 1, marketNow = Date.now, requireHeader } = options;
  const prefix = normalisePrefix(options.prefix ?? '');
  const source = createWalkSource(seed, options.extraFeeds ?? 0);
  const lagMs = (options.lagSeconds ?? 0) * 1_000;
  let dateAheadMs = (options.dateAheadSeconds ?? 0) * 1_000;
  const market = createMarket(source, () => marketNow() - lagMs, {
    tampering: options.tampering,
    pins: options.pins,
    lagMs,
    onSigned: options.onSigned,
  });
  for (const id of options.lacks ?? []) market.remove(id);
  const faultList = createFaultList(seed);
  const streams = createStreamHub(market, {
    greets: options.greets ?? false,
    streamSeconds: options.streamSeconds ?? 86_400,
  });
  const corsHeaders = {
    ...CORS_HEADERS,
    ...(options.exposedHeaders === undefined
      ? {}
      : { 'access-control-expose-headers': options.exposedHeaders }),
  };
  const requests: RequestRecord[] = [];
  const preflights: RequestRecord[] = [];

  const server = createServer((request, response) => {
    const record = recordRequest(request, response, prefix, Date.now);
    if (request.method === 'OPTIONS') {
      preflights.push(record);
      if (faultList.resetsConnections()) resetConnection(response);
      else answerPreflight(request, response);
      return;
    }
    requests.push(record);
    response.setHeader('date', new Date(Date.now() + dateAheadMs).toUTCString());
    for (const header of Object.entries(corsHeaders)) response.setHeader(...header);
    const faults = faultList.draw(record.path, record.path === STREAM_PATH, record.ids);
    afterDelay(response, faults.delayMs, () => respond(request, response, record, faults));
  });
  // Longer than any test or browser keeps an idle connection. If the server closed it while the
  // client reuses it, a request would fail for no reason.
  server.keepAliveTimeout = 600_000;

  function respond(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    faults: RequestFaults,
  ): void {
    const answer = answerRequest(request, record);
    if (answer.kind === 'stream') respondWithStream(request, response, answer, faults);
    else deliver(request, response, answer, faults);
  }

  function answerRequest(request: IncomingMessage, { path, query }: RequestRecord) {
    if (!(request.url ?? '').startsWith(`${prefix}/`)) return textAnswer(404, '');
    if (request.method !== 'GET') return textAnswer(405, '');
    if (requireHeader && isGuarded(path)) {
      const given = request.headers[requireHeader.name.toLowerCase()];
      if (given !== requireHeader.value) {
        return textAnswer(requireHeader.status ?? 401, 'unauthorized');
      }
    }
    return answerTo(market, path, query);
  }

  function respondWithStream(
    request: IncomingMessage,
    response: ServerResponse,
    answer: StreamAnswer,
    faults: RequestFaults,
  ): void {
    const fault = faults.main;
    if (fault?.kind === 'hang' && fault.where === 'before') return;
    if (fault?.kind === 'reset' && fault.where !== 'body') {
      resetConnection(response);
    } else if (fault?.kind === 'huge') {
      const headers = { ...STREAM_HEADERS };
      deliver(request, response, { kind: 'plain', status: 200, headers, body: '' }, faults);
    } else if (fault?.kind === 'status' || fault?.kind === 'redirect' || fault?.kind === 'body') {
      deliver(request, response, replaced(textAnswer(200, ''), fault), faults);
    } else {
      streams.open(response, answer.query, faults);
    }
  }

  const connections: Socket[] = [];
  server.on('connection', (socket) => connections.push(socket));
  const listening = await listenOnLoopback(server, options.port);
  streams.setRate(options.updatesPerSecond ?? 2.5);

  return {
    url: `${listening.url}${prefix}`,
    requests,
    preflights,
    openStreams: () => streams.count(),
    bytes: () => connections.reduce((sum, each) => sum + each.bytesRead + each.bytesWritten, 0),
    fail: (fault) => faultList.add(fault),
    clearFaults: () => faultList.clear(),
    setPrice(id, price) {
      market.pin(id, price);
      streams.push();
    },
    removeFeed: (id) => market.remove(id),
    withholdData: (id) => market.withhold(id),
    tamper: (tampering) => market.tamper(tampering),
    answerPastFrom: (publishTime) => market.answerPastFrom(publishTime),
    pushStream: () => streams.push(),
    pushEvent: (data) => streams.pushEvent(data),
    setRate: (updatesPerSecond) => streams.setRate(updatesPerSecond),
    setDateAhead(seconds) {
      dateAheadMs = seconds * 1_000;
    },
    endStreams: () => streams.endAll(),
    close() {
      streams.close();
      return listening.close();
    },
  };
}

function normalisePrefix(prefix: string): string {
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}
