import { onTestFinished } from 'vitest';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { createPriceIntake } from '@/lib/background/intake/price-intake.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { PriceServiceClient, type PriceUpdate } from '@/lib/price-service/index.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { startPriceService, type Fault } from '../../price-service/server.ts';
import { BTC, ETH, unchecked } from '../background/feeds.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';

/** The result of one response. */
export interface Outcome {
  /** As stored, by feed id. */
  prices: Map<string, StoredPrice>;
  /** The message for the user; `null`: nothing was wrong. */
  sentence: string | null;
  bytesRead: number;
}

/** Polls a service with this fault for two feeds and stores the result, as the worker does. */
export async function takeAnswer(fault: Fault): Promise<Outcome> {
  const service = await startPriceService({ updatesPerSecond: 0 });
  onTestFinished(() => service.close());
  service.fail(fault);
  const counter = countingFetch();
  const client = new PriceServiceClient(service.url, {
    httpRetries: 0,
    timeoutMs: 30_000,
    fetch: counter.fetch,
  });
  const sentence = await client
    .getLatestPriceUpdates([BTC, ETH])
    .then(store)
    .then(
      () => null,
      (error: unknown) => serviceProblemWords(describeFailure(error).reason),
    );
  const prices = await readLatestPrices([BTC, ETH], BUILT_IN_SIGNERS_VERSION);
  return { prices, sentence, bytesRead: counter.bytes() };
}

async function store(update: PriceUpdate): Promise<void> {
  const intake = createPriceIntake(() => {});
  await intake.setWatchlist([BTC, ETH]);
  await intake.store(await unchecked(update.parsed ?? []), Date.now());
}

/** The platform's fetch, which counts the (decompressed) bytes that are read. */
export function countingFetch() {
  const { fetch } = globalThis;
  let bytes = 0;
  return {
    bytes: () => bytes,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      const counted = response.body?.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            bytes += chunk.byteLength;
            controller.enqueue(chunk);
          },
        }),
      );
      return new Response(counted ?? null, response);
    },
  };
}
