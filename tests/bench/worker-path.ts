import { LOCAL_IDENTITY, profileOf } from '../price-service/test-signers.ts';
import { DEFAULT_TRUST_SETTINGS } from '../../lib/signed-updates/default-trust.ts';
import { trustFingerprint } from '../../lib/signed-updates/trust-fingerprint.ts';
import { PriceServiceClient } from '../../lib/price-service/index.ts';
import type { Signatures } from '../../lib/storage/settings.ts';
import { installFakeStorage } from './fake-storage.ts';

/** What the worker does with a stream event, from its bytes to the stored prices. */
export interface WorkerPath {
  /** Resolves when the event's prices are stored. */
  take: (event: Uint8Array) => Promise<void>;
  close: () => void;
}

export const LOCAL_TRUST = { ...DEFAULT_TRUST_SETTINGS, custom: [profileOf(LOCAL_IDENTITY)] };

/**
 * The worker's own modules in a row: the client's stream over a body that is fed by hand, the
 * judge, the intake. Only the storage is a stand-in, which serialises what it is given as a
 * browser does.
 */
export async function createWorkerPath(
  ids: readonly string[],
  mode: Signatures,
): Promise<WorkerPath> {
  installFakeStorage();
  const { createJudge } = await import('../../lib/background/judge.ts');
  const { createPriceIntake } = await import('../../lib/background/intake/price-intake.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(LOCAL_TRUST);
  const intake = createPriceIntake(() => undefined);
  await intake.setWatchlist(ids);
  await intake.setTrust(await trustFingerprint(LOCAL_TRUST));

  const { promise: started, resolve: start } =
    Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  // So many ids as need several connections share the first one's events.
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
      .judge(detail, mode)
      .then((judged) => intake.store(judged, Date.now()))
      .then(stored.resolve, stored.reject);
  });

  return {
    take: (event) => {
      stored = Promise.withResolvers();
      chunks.enqueue(event);
      return stored.promise;
    },
    close: () => stream.close(),
  };
}
