import type { IncomingMessage, ServerResponse } from 'node:http';
import { idsForLog } from './query.ts';

/** A received request, for tests. Times are unix milliseconds. */
export interface RequestRecord {
  at: number;
  method: string;
  /** Without the service's prefix and without the query. */
  path: string;
  /** As received, without `?`. */
  query: string;
  /** The ids of the query, in lower case without `0x`. */
  ids: string[];
  headers: Record<string, string>;
  /** `null`: not answered, or the connection ended before. */
  readonly status: number | null;
  endedAt: number | null;
}

/** Starts a record, which is updated as the response is sent and ends. */
export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  prefix: string,
  now: () => number,
): RequestRecord {
  const [fullPath = '', ...query] = (request.url ?? '').split('?');
  const rawQuery = query.join('?');
  const record: RequestRecord = {
    at: now(),
    method: request.method ?? '',
    path: fullPath.startsWith(`${prefix}/`) ? fullPath.slice(prefix.length) : fullPath,
    query: rawQuery,
    ids: idsForLog(rawQuery),
    headers: plainHeaders(request),
    get status() {
      return response.headersSent ? response.statusCode : null;
    },
    endedAt: null,
  };
  response.on('close', () => {
    record.endedAt = now();
  });
  return record;
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
