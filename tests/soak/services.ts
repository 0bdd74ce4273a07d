import { createRandom, hash32 } from '../price-service/hash.ts';
import { addPin, createPins, type PinnedPrice } from '../price-service/market.ts';
import type { Quote } from '../price-service/quote.ts';
import {
  startPriceService,
  type Fault,
  type PriceService,
  type PriceServiceOptions,
  type RequestRecord,
} from '../price-service/server.ts';
import { ROW_NAMES } from './feeds.ts';
import type { Sample, SignedPrice } from './observations.ts';

/** Streams end by themselves after this, as the public service's do after 24 hours. */
const STREAM_SECONDS = 25;
const SAMPLE_MS = 100;

/** A price service that can go away and come back at the same address. */
export class SoakService {
  readonly place: number;
  readonly samples: Sample[] = [];
  readonly #options: PriceServiceOptions;
  readonly #past: RequestRecord[] = [];
  #running: PriceService | undefined;
  #url = '';
  #aheadMs = 0;

  /** @param place in the user's list */
  constructor(place: number, options: PriceServiceOptions) {
    this.place = place;
    const marketNow = (): number => Date.now() + this.#aheadMs;
    this.#options = { ...options, streamSeconds: STREAM_SECONDS, marketNow };
  }

  get url(): string {
    return this.#url;
  }

  get running(): PriceService | undefined {
    return this.#running;
  }

  /** All requests so far, across restarts, in the order of arrival. */
  get requests(): readonly RequestRecord[] {
    return [...this.#past, ...(this.#running?.requests ?? [])];
  }

  get openStreams(): number {
    return this.#running?.openStreams() ?? 0;
  }

  async start(): Promise<void> {
    const port = Number(new URL(this.#url || 'http://127.0.0.1:0').port);
    this.#running ??= await startPriceService({ ...this.#options, port });
    this.#url = this.#running.url;
  }

  async stop(): Promise<void> {
    const stopping = this.#running;
    if (!stopping) return;
    this.#running = undefined;
    await stopping.close();
    this.#past.push(...stopping.requests);
  }

  /** Starts a fault that the open streams meet too; returns a function that ends it. */
  fail(...faults: readonly Fault[]): () => void {
    const { up } = this;
    for (const fault of faults) up.fail(fault);
    up.endStreams();
    return () => up.clearFaults();
  }

  get up(): PriceService {
    if (!this.#running) throw new Error('the price service is away');
    return this.#running;
  }

  /** Dates its prices ahead by this much, in milliseconds; it never dates backward by itself. */
  setClockAhead(ms: number): void {
    this.#aheadMs = ms;
  }
}

export type SoakServices = Awaited<ReturnType<typeof startSoakServices>>;

/** Price services that agree, each a second later than the previous one. */
export async function startSoakServices(seed: number, count: number) {
  const pins = createPins();
  const signed = new Map<string, SignedPrice>();
  const onSigned = (quotes: readonly Quote[]): void => {
    for (const { id, price, expo, publishTime } of quotes) {
      if (id in ROW_NAMES)
        signed.set([id, price, publishTime].join(), { id, price, expo, publishTime });
    }
  };
  // In every other run pages cannot read the `Date` headers, so that only signed prices show that a
  // clock is off.
  const hidesDates = createRandom(hash32(seed, 0xda7e))() < 0.5;
  const options = { seed, pins, onSigned, ...(hidesDates && { exposedHeaders: 'retry-after' }) };
  const all = Array.from(
    { length: count },
    (_, place) => new SoakService(place, { ...options, lagSeconds: place }),
  );
  await Promise.all(all.map((service) => service.start()));
  const sampling = sample(all);
  return {
    all,
    pins,
    /** Fixes a feed's price from now on, even if no service is running. */
    setPrice(id: string, price: PinnedPrice): void {
      const running = all.flatMap((service) => service.running ?? []);
      if (running.length === 0) addPin(pins, id, { price, sinceMs: Date.now() });
      for (const service of running) service.setPrice(id, price);
    },
    /** The prices of the followed feeds that any of them signed unaltered. */
    signed: () => [...signed.values()],
    /** The longest delay of this machine's timers so far, milliseconds. */
    lagMs: sampling.lagMs,
    async stop(): Promise<void> {
      sampling.stop();
      await Promise.all(all.map((service) => service.stop()));
    },
  };
}

/** Samples the services ten times a second and measures how late this machine's timers are. */
function sample(services: readonly SoakService[]): { lagMs: () => number; stop: () => void } {
  let lagMs = 0;
  let lastAt = Date.now();
  const timer = setInterval(() => {
    const at = Date.now();
    lagMs = Math.max(lagMs, at - lastAt - SAMPLE_MS);
    lastAt = at;
    for (const { samples, openStreams } of services) samples.push({ at, openStreams });
  }, SAMPLE_MS);
  return { lagMs: () => lagMs, stop: () => clearInterval(timer) };
}
