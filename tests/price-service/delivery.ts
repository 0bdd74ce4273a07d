import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { RequestFaults } from './faults.ts';
import { textAnswer, type PlainAnswer } from './routes.ts';

const GZIP_FROM_BYTES = 1024;
const SPACES = Buffer.alloc(64 * 1024, ' ');

/** Sends a whole response, changed by the faults. */
export function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainAnswer,
  faults: RequestFaults,
): void {
  const fault = faults.main;
  if (fault?.kind === 'status' && fault.hangs) {
    writeHalf(response, replaced(answer, fault));
    return;
  }
  switch (fault?.kind) {
    case 'hang':
      if (fault.where === 'body') writeHalf(response, answer);
      return;
    case 'reset':
      if (fault.where !== 'body') resetConnection(response);
      else writeHalf(response, answer, () => resetConnection(response));
      return;
    case 'huge':
      writeSpaces(response, answer, fault.bytes);
      return;
    case 'truncate':
      send(response, { ...answer, body: firstHalf(answer) });
      return;
    default:
      send(response, compress(request, replaced(answer, fault)));
  }
}

/** Ends the connection as a crash would: with a TCP reset. */
export function resetConnection(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** The response that replaces the right one, if the fault has one. */
export function replaced(answer: PlainAnswer, fault: RequestFaults['main']): PlainAnswer {
  switch (fault?.kind) {
    case 'status':
      return textAnswer(fault.status, fault.body ?? '', fault.headers);
    case 'redirect':
      return textAnswer(fault.status, '', { location: fault.location });
    case 'malformed':
      return { ...answer, body: '{"binary": this is not JSON' };
    case 'body':
      return {
        kind: 'plain',
        status: fault.status ?? 200,
        headers: { 'content-type': 'application/json', ...fault.headers },
        body: fault.body,
      };
    default:
      return answer;
  }
}

function send(response: ServerResponse, answer: PlainAnswer): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { 'content-length': body.length, ...answer.headers });
  response.end(body);
}

function compress(request: IncomingMessage, answer: PlainAnswer): PlainAnswer {
  const isJson = answer.headers['content-type'] === 'application/json';
  const isWanted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const isEncoded = 'content-encoding' in answer.headers;
  if (!isJson || isEncoded || Buffer.byteLength(answer.body) <= GZIP_FROM_BYTES) return answer;
  const headers = { ...answer.headers, vary: 'accept-encoding' };
  if (!isWanted) return { ...answer, headers };
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(answer.body),
  };
}

// The headers announce the whole body, so that the client waits for the rest.
function writeHalf(response: ServerResponse, answer: PlainAnswer, onWritten?: () => void): void {
  const length = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, { 'content-length': length, ...answer.headers });
  response.write(firstHalf(answer), () => onWritten?.());
}

function firstHalf(answer: PlainAnswer): Buffer {
  const body = Buffer.from(answer.body);
  return body.subarray(0, Math.floor(body.length / 2));
}

function writeSpaces(response: ServerResponse, answer: PlainAnswer, bytes: number): void {
  let left = bytes;
  const writeMore = (): void => {
    while (left > 0 && !response.destroyed) {
      const piece = SPACES.subarray(0, Math.min(left, SPACES.length));
      left -= piece.length;
      if (!response.write(piece)) {
        response.once('drain', writeMore);
        return;
      }
    }
    response.end();
  };
  response.writeHead(answer.status, answer.headers);
  writeMore();
}

/** Runs it later, unless the connection ends before. */
export function afterDelay(response: ServerResponse, ms: number, run: () => void): void {
  if (ms === 0) {
    run();
    return;
  }
  const timer = setTimeout(run, ms);
  response.on('close', () => clearTimeout(timer));
}
