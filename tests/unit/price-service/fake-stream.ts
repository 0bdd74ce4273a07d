import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { PriceServiceClientOptions, StreamOptions } from '@/lib/price-service/index.ts';
import { BTC, eventStream, logStream, priceUpdate } from './support.ts';

export const PATH = '/v2/updates/price/stream';

/** The text of one event with a price update. */
export const EVENT = `data: ${JSON.stringify(priceUpdate())}\n\n`;

/** Shortens the reconnect delay, so that tests do not take a second. */
export const SOON = 'retry: 10\n\n';

/** Creates a stream whose nth connect gets the nth response; later ones get the last response. */
export function streamOf(
  answers: readonly (() => Response | Promise<Response>)[],
  options: PriceServiceClientOptions = {},
  streamOptions: StreamOptions = {},
) {
  const signals: (AbortSignal | null | undefined)[] = [];
  const client = new PriceServiceClient('https://prices.example', {
    ...options,
    fetch: async (_url, { signal }) => {
      signals.push(signal);
      const answer = answers[signals.length - 1] ?? answers.at(-1);
      if (!answer) throw new Error('no answer');
      return answer();
    },
  });
  const stream = client.getPriceUpdatesStream([BTC], streamOptions);
  return { stream, log: logStream(stream), signals };
}

/** An open stream without events. */
export const idle = () => eventStream([], { open: true });
