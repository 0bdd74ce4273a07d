import type { ServerResponse } from 'node:http';
import { resetConnection } from './delivery.ts';
import type { RequestFaults } from './faults.ts';
import type { Market } from './market.ts';
import type { PriceQuery } from './query.ts';
import type { Moment } from './quote.ts';
import { priceUpdateJson } from './updates.ts';

// The public service drops clients that stop reading. Here this also limits memory.
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
// After this much silence.
const COMMENT_EVERY_MS = 15_000;

export interface StreamTimes {
  /** A new stream gets an update at once. */
  greets: boolean;
  /** A stream ends after this. */
  streamSeconds: number;
}

interface OpenStream {
  send(moment: Moment): void;
  sendEvent(data: string): void;
  end(): void;
}

/** The headers of a stream's response. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
};

/** The open streams and the timers that feed them. */
export function createStreamHub(market: Market, times: StreamTimes) {
  const streams = new Set<OpenStream>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function push(): void {
    if (streams.size === 0) return;
    const moment = market.advance();
    for (const stream of streams) stream.send(moment);
  }

  function endAll(): void {
    for (const stream of streams) stream.end();
  }

  return {
    open(response: ServerResponse, query: PriceQuery, faults: RequestFaults): void {
      const stream = openStream(response, query, faults, market, times);
      if (!stream) return;
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      if (times.greets) stream.send(market.advance());
    },
    count: () => streams.size,
    push,
    /** Sends one event with any data, good or bad, on every open stream. */
    pushEvent(data: string): void {
      for (const stream of streams) stream.sendEvent(data);
    },
    setRate(updatesPerSecond: number): void {
      clearInterval(timer);
      timer = updatesPerSecond > 0 ? setInterval(push, 1000 / updatesPerSecond) : undefined;
    },
    /** Ends the open streams; later ones are served. */
    endAll,
    close(): void {
      clearInterval(timer);
      endAll();
    },
  };
}

/** Starts a stream; undefined if a fault ends or replaces it at once. */
function openStream(
  response: ServerResponse,
  query: PriceQuery,
  faults: RequestFaults,
  market: Market,
  times: StreamTimes,
): OpenStream | undefined {
  const fault = faults.main;
  response.writeHead(200, STREAM_HEADERS);
  response.flushHeaders();
  if (fault?.kind === 'stream-lines') {
    response.write(fault.lines);
    if (fault.end) {
      response.end();
      return undefined;
    }
  }
  if (fault?.kind === 'malformed') response.write('data:{"binary": this is not JSON\n\n');
  if (fault?.kind === 'hang' || fault?.kind === 'reset' || fault?.kind === 'truncate') {
    breakOff(response, halfEvent(market, query), fault.kind);
    // The client still holds a hanging stream open.
    return fault.kind === 'hang'
      ? { send: () => {}, sendEvent: () => {}, end: () => response.end() }
      : undefined;
  }
  return runStream(response, {
    query,
    market,
    times,
    isSilent: fault?.kind === 'silence',
  });
}

function breakOff(
  response: ServerResponse,
  text: string,
  how: 'hang' | 'reset' | 'truncate',
): void {
  response.write(text, () => {
    if (how === 'reset') resetConnection(response);
  });
  if (how === 'truncate') response.end();
}

function halfEvent(market: Market, query: PriceQuery): string {
  const event = updateEvent(market, query, market.latest());
  return event.slice(0, Math.floor(event.length / 2));
}

function runStream(
  response: ServerResponse,
  options: { query: PriceQuery; market: Market; times: StreamTimes; isSilent: boolean },
): OpenStream {
  const { query, market, times, isSilent } = options;
  let isOver = false;
  const comments = setInterval(() => write(':\n\n'), COMMENT_EVERY_MS);
  const lifetime = createLongTimer(times.streamSeconds, () =>
    endWith('Connection timeout reached (24h)'),
  );
  response.on('close', stop);

  function stop(): void {
    isOver = true;
    clearInterval(comments);
    lifetime.clear();
  }

  function write(text: string): void {
    if (isOver) return;
    if (response.writableLength > MAX_WAITING_BYTES) {
      endWith('Slow consumer: disconnected');
      return;
    }
    response.write(text);
    comments.refresh();
  }

  function endWith(reason: string): void {
    if (isOver) return;
    stop();
    response.write(errorEvent(reason));
    response.end();
  }

  return {
    send(moment) {
      if (isSilent) return;
      write(updateEvent(market, query, moment));
    },
    sendEvent(data) {
      if (!isSilent) write(dataEvent(data));
    },
    end() {
      stop();
      response.end();
    },
  };
}

// `setTimeout` fires at once beyond 2^31 ms, so longer streams do not end.
function createLongTimer(seconds: number, run: () => void): { clear(): void } {
  const ms = seconds * 1000;
  const timer = ms < 0x7fff_ffff ? setTimeout(run, ms) : undefined;
  return { clear: () => clearTimeout(timer) };
}

/** The text of an event with the feeds' current quotes. */
function updateEvent(market: Market, query: PriceQuery, moment: Moment): string {
  // Feeds that are removed while the stream runs disappear from it without an event.
  const ids = query.ids.filter((id) => market.has(id));
  if (ids.length === 0) return ': No update available\n\n';
  if (ids.some((id) => market.isWithheld(id))) {
    return errorEvent('Error receiving update: Update data not found');
  }
  return dataEvent(priceUpdateJson(market.update(ids, moment), query));
}

function dataEvent(data: string): string {
  return `data:${data}\n\n`;
}

function errorEvent(text: string): string {
  return `event: error\ndata: ${text}\n\n`;
}
