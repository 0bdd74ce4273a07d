import type { IncomingMessage, ServerResponse } from 'node:http';

/** The headers that let any page read a response, error responses included. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** Answers a preflight: everything that it asks for is allowed. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    ...CORS_HEADERS,
    'access-control-allow-methods': 'GET, OPTIONS',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    // Browsers require it when a page from another host connects to loopback.
    ...(request.headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    vary: 'access-control-request-headers',
  });
  response.end();
}
