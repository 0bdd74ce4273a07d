import { trustFingerprint } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { PriceServiceClient } from '../../lib/price-service/index.ts';
import { createMarket } from '../price-service/market.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { priceUpdateJson } from '../price-service/updates.ts';
import { createWalkSource } from '../price-service/walk-source.ts';
import { clearStorage } from './fake-browser.ts';
import {
  alternate,
  atMost,
  threadCpuMs,
  type Bench,
  type Effort,
  type Measured,
} from './measure.ts';

const FEEDS = 100;
const HOUR_MS = 3_600_000;

export const workerCpu: Bench = {
  name: 'worker-cpu',
  what: 'CPU time of the worker for one stream event: parse, validate, store',
  async run(effort) {
    const what = `parse, validate and store an update of ${FEEDS} feeds`;
    return [
      { ...(await measure(false, effort)), what, budget: atMost(6, 'ratio') },
      {
        ...(await measure(true, effort)),
        name: `worker-cpu-${FEEDS}-signed`,
        what: 'the same with proofs and 3 new signatures verified',
      },
    ];
  },
};

/** CPU milliseconds per update, compared with `JSON.parse` of such a text. */
async function measure(
  isSigned: boolean,
  { quick }: Effort,
): Promise<Omit<Measured, 'what' | 'budget'>> {
  const { ids, next } = createUpdates(isSigned);
  const path = await createWorkerPath(ids, isSigned);
  const encoder = new TextEncoder();
  const handleAll = async (texts: readonly string[]): Promise<void> => {
    for (const text of texts) await path.handle(encoder.encode(`data:${text}\n\n`));
  };
  const perRound = quick ? 30 : 80;
  const parses = 8;
  const batch = (): string[] => Array.from({ length: perRound }, next);
  const parseAll = (texts: readonly string[]): void => {
    for (let pass = 0; pass < parses; pass += 1) for (const text of texts) JSON.parse(text);
  };
  const { own, reference } = await alternate(
    async () => (await cpuMs(handleAll, batch())) / perRound,
    async () => (await cpuMs(parseAll, batch())) / perRound / parses,
    { rounds: quick ? 5 : 15, warmUp: 2 },
  );
  path.close();
  return {
    name: `worker-cpu-${FEEDS}`,
    unit: 'ms',
    samples: own,
    reference: { what: 'JSON.parse of such texts', samples: reference },
    note: "in Node, the worker's own modules with fake storage",
  };
}

async function cpuMs(
  work: (texts: readonly string[]) => unknown,
  texts: readonly string[],
): Promise<number> {
  const before = threadCpuMs();
  await work(texts);
  return threadCpuMs() - before;
}

/** The updates of a stream as the service sends them by default: hex, with the parsed part. */
function createUpdates(isSigned: boolean): { ids: string[]; next: () => string } {
  const source = createWalkSource(1, FEEDS);
  const ids = source.feeds.slice(0, FEEDS).map(({ id }) => id);
  // Start in the past: prices from the future are rejected.
  let now = Date.now() - 3 * HOUR_MS;
  const market = createMarket(source, () => now);
  return {
    ids,
    next() {
      now += 400;
      const update = market.update(ids, market.advance());
      const sent = isSigned ? update : { ...update, blobs: [] };
      return priceUpdateJson(sent, { encoding: 'hex', parsed: true });
    },
  };
}

/** Processes stream events like the worker, from their bytes to the stored prices. */
interface WorkerPath {
  /** Resolves when the event's prices are stored. */
  handle: (event: Uint8Array) => Promise<void>;
  close: () => void;
}

/**
 * Connects the worker's own modules: the client's stream, reading from a body that `handle` writes to,
 * the judge and the intake. Only the storage is fake; it serializes values like a browser.
 */
async function createWorkerPath(ids: readonly string[], isSigned: boolean): Promise<WorkerPath> {
  await clearStorage();
  const { createJudge } = await import('../../lib/background/intake/judge.ts');
  const { createPriceIntake } = await import('../../lib/background/intake/price-intake.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(trustInLocal());
  const intake = createPriceIntake(() => undefined);
  await intake.setWatchlist(ids);
  await intake.setTrust(await trustFingerprint(trustInLocal()));

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
      .verifyUpdate(detail, isSigned ? 'show' : 'off')
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
