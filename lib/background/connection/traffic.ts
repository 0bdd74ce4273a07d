import type { PriceServiceClientOptions } from '../../price-service/index.ts';
import type { RequestKind, Traffic } from '../counter.ts';

export type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

export function countTraffic(traffic: Traffic): Fetch {
  return async (url, init) => {
    const kind = kindOf(url);
    const startedAt = performance.now();
    const response = await globalThis.fetch(url, init).catch((error: unknown) => {
      if (!init.signal?.aborted) traffic.onAnswer(kind, 'failed');
      throw error;
    });
    const status = response.type === 'opaqueredirect' ? 'redirect' : response.status;
    traffic.onAnswer(kind, status, performance.now() - startedAt);
    if (!response.body) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        traffic.onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    const { statusText, headers, url: address, redirected } = response;
    const counted = new Response(response.body.pipeThrough(counter), {
      status: response.status,
      statusText,
      headers,
    });
    // The client needs these to decide where headers may be sent. A constructed response has
    // neither.
    return Object.defineProperties(counted, {
      url: { value: address },
      redirected: { value: redirected },
    });
  };
}

/** Reads only the end of the path. Everything before it may be a secret. */
function kindOf(url: string): RequestKind {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/v2/updates/price/latest')) return 'latest';
  if (pathname.endsWith('/v2/updates/price/stream')) return 'stream';
  if (/\/v2\/updates\/price\/-?\d+$/.test(pathname)) return 'at-a-moment';
  if (pathname.endsWith('/v2/updates/publisher_stake_caps/latest')) return 'stake-caps';
  if (/\/(history|config|symbols)$/.test(pathname)) return 'candles';
  return pathname.endsWith('/v2/price_feeds') ? 'catalogue' : 'other';
}
