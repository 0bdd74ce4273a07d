import { LOCAL_IDENTITY, profileOf } from '../price-service/test-signers.ts';
import {
  DEFAULT_TRUST_SETTINGS,
  trustFingerprint,
} from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { PriceServiceClient } from '../../lib/price-service/index.ts';
import type { Signatures } from '../../lib/domain/settings.ts';
import { clearStorage } from './fake-browser.ts';

/** Processes stream events like the worker, from their bytes to the stored prices. */
export interface WorkerPath {
  /** Resolves when the event's prices are stored. */
  handle: (event: Uint8Array) => Promise<void>;
  close: () => void;
}

export const LOCAL_TRUST = { ...DEFAULT_TRUST_SETTINGS, custom: [profileOf(LOCAL_IDENTITY)] };

/**
 * Connects the worker's own modules: the client's stream, reading from a body that `handle` writes to,
 * the judge and the intake. Only the storage is fake; it serializes values like a browser.
 */
export async function createWorkerPath(
  ids: readonly string[],
  mode: Signatures,
): Promise<WorkerPath> {
  await clearStorage();
  const { createJudge } = await import('../../lib/background/intake/judge.ts');
  const { createPriceIntake } = await import('../../lib/background/intake/price-intake.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(LOCAL_TRUST);
  const intake = createPriceIntake(() => undefined);
  await intake.setWatchlist(ids);
  await intake.setTrust(await trustFingerprint(LOCAL_TRUST));

  const { promise: started, resolve: start } =
    Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  // If the ids need several connections, only the first one receives events.
  const bodies = [new ReadableStream<Uint8Array>({ start })];
  const headers = { 'content-type': 'text/event-stream' };
  const client = new PriceServiceClient('http://127.0.0.1', {
    fetch: () => Promise.resolve(new Response(bodies.pop() ?? new ReadableStream(), { headers })),
  });
  const stream = client.getPriceUpdatesStream(ids);
  const chunks = await started;
  let stored = Promise.withResolvers<void>();
  stream.addEventListener('error', ({ detail }) => stored.reject(detail));
  stream.addEventListener('update', ({ detail }) => {
    void judge
      .verifyUpdate(detail, mode)
      .then((judged) => intake.store(judged, Date.now()))
      .then(stored.resolve, stored.reject);
  });

  return {
    handle: (event) => {
      stored = Promise.withResolvers();
      chunks.enqueue(event);
      return stored.promise;
    },
    close: () => stream.close(),
  };
}
