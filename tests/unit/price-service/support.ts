import { onTestFinished, vi } from 'vitest';
import type { PriceUpdate, PriceUpdateStream } from '@/lib/price-service/index.ts';

export const BTC = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';

/** Returns the error that a call rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('the call did not reject');
    },
    (error: unknown) => error,
  );
}

export interface StreamLog {
  opens: number;
  updates: PriceUpdate[];
  errors: Error[];
  /** `readyState` at the time of each error event. */
  states: number[];
}

/** Records all events of a stream and closes it after the test. */
export function logStream(stream: PriceUpdateStream): StreamLog {
  const log: StreamLog = { opens: 0, updates: [], errors: [], states: [] };
  stream.addEventListener('open', () => {
    log.opens += 1;
  });
  stream.addEventListener('update', ({ detail }) => log.updates.push(detail));
  stream.addEventListener('error', ({ detail }) => {
    log.errors.push(detail);
    log.states.push(stream.readyState);
  });
  onTestFinished(() => stream.close());
  return log;
}

export async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition);
}

/** A price update in the format of the service. */
export function priceUpdate(id: string = BTC, price = '6400012345678'): PriceUpdate {
  const figure = { conf: '1234567', expo: -8, price, publish_time: 1_790_000_000 };
  const metadata = { prev_publish_time: 1_789_999_999, proof_available_time: null, slot: 7 };
  return {
    binary: { data: ['504e4155'], encoding: 'hex' },
    parsed: [{ id, price: { ...figure }, ema_price: { ...figure }, metadata }],
  };
}

/** Returns a copy with one value replaced; `undefined` removes it. */
export function withValue(example: object, path: string, value: unknown): object {
  const copy: object = structuredClone(example);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  Reflect.set(Object(holder), last, value);
  return copy;
}

/** Creates a body with the given chunks that ends or stays open after them. */
export function bodyOf(
  chunks: readonly (string | Uint8Array)[],
  { open = false } = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(
          typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk),
        );
      }
      if (!open) controller.close();
    },
  });
}

/** Creates a response with an event stream. */
export function eventStream(
  chunks: readonly (string | Uint8Array)[],
  options?: { open?: boolean },
): Response {
  return new Response(bodyOf(chunks, options), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** Splits the text into chunks of one byte. */
export function bytesOf(text: string): Uint8Array[] {
  return Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
}
