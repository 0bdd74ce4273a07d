import { createRandom, hash32 } from '../price-service/hash.ts';
import {
  startPriceService,
  type Fault,
  type PriceService,
  type PriceServiceOptions,
  type RequestRecord,
} from '../price-service/server.ts';
import type { Tampering } from '../price-service/tampering.ts';

/** A price service that can go away and come back at the same address. */
export interface SoakService {
  url: string;
  /** Pages cannot read its `Date` headers, so only signed prices show that a clock is off. */
  hidesDates: boolean;
  /** All requests so far, across restarts, in the order of arrival. */
  requests: () => RequestRecord[];
  preflights: () => number;
  openStreams: () => number;
  isUp: () => boolean;
  stop: () => Promise<void>;
  start: () => Promise<void>;
  fail: (fault: Fault) => void;
  clearFaults: () => void;
  endStreams: () => void;
  setPrice: PriceService['setPrice'];
  tamper: (tampering: Tampering | undefined) => void;
  /** By how much its `Date` headers are ahead, seconds. */
  setDateAhead: (seconds: number) => void;
  /** Dates its prices ahead by this much, in milliseconds; it never dates backward by itself. */
  setClockAhead: (ms: number) => void;
}

/** Streams end by themselves after this, as the public service's do after 24 hours. */
const STREAM_SECONDS = 25;

/** @param options beside those of every run */
export async function startSoakService(
  seed: number,
  options: PriceServiceOptions = {},
): Promise<SoakService> {
  const past: RequestRecord[] = [];
  const hidesDates = hidesDatesIn(seed);
  let pastPreflights = 0;
  let aheadMs = 0;
  let port = 0;
  let running: PriceService | undefined = await open();
  const { url } = running;
  port = Number(new URL(url).port);

  function open(): Promise<PriceService> {
    return startPriceService({
      ...options,
      port,
      seed,
      streamSeconds: STREAM_SECONDS,
      marketNow: () => Date.now() + aheadMs,
      ...(hidesDates && { exposedHeaders: 'retry-after' }),
    });
  }

  function up(): PriceService {
    if (!running) throw new Error('the price service is away');
    return running;
  }

  return {
    url,
    hidesDates,
    requests: () => [...past, ...(running?.requests ?? [])],
    preflights: () => pastPreflights + (running?.preflights.length ?? 0),
    openStreams: () => running?.openStreams() ?? 0,
    isUp: () => running !== undefined,
    async stop() {
      const stopping = running;
      if (!stopping) return;
      running = undefined;
      await stopping.close();
      past.push(...stopping.requests);
      pastPreflights += stopping.preflights.length;
    },
    async start() {
      running ??= await open();
    },
    fail: (fault) => void up().fail(fault),
    clearFaults: () => up().clearFaults(),
    endStreams: () => up().endStreams(),
    setPrice: (id, price) => up().setPrice(id, price),
    tamper: (tampering) => up().tamper(tampering),
    setDateAhead: (seconds) => up().setDateAhead(seconds),
    setClockAhead(ms) {
      aheadMs = ms;
    },
  };
}

/** In every other run. */
function hidesDatesIn(seed: number): boolean {
  return createRandom(hash32(seed, 0xda7e))() < 0.5;
}
