import type { PriceServiceClientOptions } from '../price-service/index.ts';
import type { DateSeen } from '../prices/clock-by-date.ts';

export type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

/** What a request is for. */
export type RequestKind =
  | 'latest'
  | 'stream'
  | 'at-a-moment'
  | 'stake-caps'
  | 'catalogue'
  | 'other';

/** Told of everything that passes between us and the price service. */
export interface Traffic {
  /** Awaited before each request, before it is counted. */
  beforeRequest?: () => Promise<void>;
  /**
   * @param status HTTP status; `failed`: there was no answer; `redirect`: one whose status the
   *   browser hides
   */
  onAnswer: (kind: RequestKind, status: number | 'failed' | 'redirect') => void;
  /** Bytes of bodies as they arrive, after decompression. */
  onBytes: (bytes: number) => void;
  /** Told of each `Date` header that can be read. */
  onDate?: (seen: DateSeen) => void;
}

/** The global fetch, with a count of what comes back. */
export function countTraffic(traffic: Traffic): Fetch {
  return async (url, init) => {
    const kind = kindOf(url);
    const response = await globalThis.fetch(url, init).catch((error: unknown) => {
      if (!init.signal?.aborted) traffic.onAnswer(kind, 'failed');
      throw error;
    });
    traffic.onAnswer(kind, response.type === 'opaqueredirect' ? 'redirect' : response.status);
    if (!response.body) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        traffic.onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers, url: address, redirected } = response;
    const counted = new Response(response.body.pipeThrough(counter), {
      status,
      statusText,
      headers,
    });
    // The client decides by these where headers may go; a made response has neither.
    return Object.defineProperties(counted, {
      url: { value: address },
      redirected: { value: redirected },
    });
  };
}

/** From the end of the path alone: what stands before it may be a secret. */
function kindOf(url: string): RequestKind {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/v2/updates/price/latest')) return 'latest';
  if (pathname.endsWith('/v2/updates/price/stream')) return 'stream';
  if (/\/v2\/updates\/price\/-?\d+$/.test(pathname)) return 'at-a-moment';
  if (pathname.endsWith('/v2/updates/publisher_stake_caps/latest')) return 'stake-caps';
  return pathname.endsWith('/v2/price_feeds') ? 'catalogue' : 'other';
}
