import type { Fetch } from '../../base/http/settings.ts';
import { sampleCandles } from '../../domain/samples/sample-candles.ts';
import { sampleFeeds } from '../../domain/samples/sample-feeds.ts';
import { samplePriceAt } from '../../domain/samples/sample-price.ts';
import { SAMPLE_DATA } from '../../domain/samples/sample-service.ts';
import { readResolution, resolutionSeconds } from '../../history-service/index.ts';
import { toSeconds, type FeedId, type UnixSeconds } from '../../base/units.ts';

const STREAM_EVERY_MS = 1_000;

const RESOLUTIONS = ['1', '5', '15', '30', '60', '240', '1D'];

/** Serves price service and history service requests with sample prices, without the network. */
export const sampleFetch: Fetch = async (url, { signal }) => {
  signal?.throwIfAborted();
  const { pathname, searchParams: query } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (name === 'price_feeds') return Response.json(listFeeds(query));
  if (name === 'config') return Response.json({ supported_resolutions: RESOLUTIONS });
  if (name === 'history') return history(query);
  const ids = query.getAll('ids[]');
  const unknown = ids.filter((id) => !sampleFeeds().has(id));
  const time = name === 'latest' || name === 'stream' ? now() : Number(name);
  if (unknown.length > 0 || ids.length === 0 || Number.isNaN(time)) {
    return new Response(unknown.join(), { status: 404 });
  }
  return name === 'stream' ? stream(ids, signal) : Response.json(updateAt(ids, time));
};

function now(): UnixSeconds {
  return toSeconds(Date.now());
}

function listFeeds(query: URLSearchParams) {
  const sought = query.get('query')?.toUpperCase() ?? '';
  return [...sampleFeeds().values()].flatMap(({ id, attributes }) =>
    attributes['symbol']?.toUpperCase().includes(sought) ? { id, attributes } : [],
  );
}

function updateAt(ids: readonly FeedId[], time: UnixSeconds) {
  return {
    binary: { encoding: 'hex', data: [SAMPLE_DATA] },
    parsed: ids.flatMap((id) => {
      const feed = sampleFeeds().get(id);
      if (!feed) return [];
      const { publishTime, price, conf, emaPrice, emaConf } = samplePriceAt(feed, time);
      const common = { expo: feed.expo, publish_time: publishTime };
      return {
        id,
        price: { price: String(price), conf: String(conf), ...common },
        ema_price: { price: String(emaPrice), conf: String(emaConf), ...common },
        metadata: { prev_publish_time: publishTime - 1 },
      };
    }),
  };
}

function stream(ids: readonly FeedId[], signal: AbortSignal | null | undefined): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (): void =>
        controller.enqueue(encoder.encode(`data:${JSON.stringify(updateAt(ids, now()))}\n\n`));
      send();
      timer = setInterval(send, STREAM_EVERY_MS);
      signal?.addEventListener('abort', () => {
        clearInterval(timer);
        controller.error(signal.reason);
      });
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function history(query: URLSearchParams): Response {
  const symbol = query.get('symbol');
  const feed = [...sampleFeeds().values()].find(
    ({ attributes }) => attributes['symbol'] === symbol,
  );
  const resolution = readResolution(query.get('resolution'));
  if (!feed || !resolution) return new Response('', { status: 404 });
  const candles = sampleCandles(feed, {
    from: Number(query.get('from')),
    to: Number(query.get('to')),
    length: resolutionSeconds(resolution),
    now: now(),
  });
  const times = candles.map(({ start }) => start).join();
  // Exponent notation keeps the numbers exact.
  const lists = (['open', 'high', 'low', 'close'] as const).map((name) => {
    const figures = candles.map((candle) => `${candle[name]}e${feed.expo}`);
    return `"${name.charAt(0)}":[${figures.join()}]`;
  });
  return new Response(
    `{"s":"${candles.length > 0 ? 'ok' : 'no_data'}","t":[${times}],${lists.join()}}`,
  );
}
