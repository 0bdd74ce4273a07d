import { onTestFinished } from 'vitest';
import {
  startPriceService,
  type PriceService,
  type PriceServiceOptions,
} from '../../price-service/server.ts';

export const BTC = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
export const EUR = 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b';
export const PEPE = 'd69731a2e74ac1ce884fc3890f7ee324b6deb66147055249568869ed700882e4';
export const UNKNOWN = 'ab'.repeat(32);

/** 2026-11-21 12:00:00 UTC, unix milliseconds. */
export const NOON_MS = 1_795_262_400_000;
export const LATEST = '/v2/updates/price/latest';
export const STREAM = '/v2/updates/price/stream';

export interface Item {
  id: string;
  price: { price: string; conf: string; expo: number; publish_time: number };
  ema_price: { price: string; conf: string; expo: number; publish_time: number };
  metadata: { slot: number; proof_available_time: number; prev_publish_time: number };
}

export interface Feed {
  id: string;
  attributes: Record<string, string>;
}

export interface Update {
  binary: { encoding: string; data: string[] };
  parsed?: Item[];
}

/** A service that ends with the test. */
export async function startService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ updatesPerSecond: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

export function idsQuery(...ids: string[]): string {
  return `?${ids.map((id) => `ids[]=${id}`).join('&')}`;
}

export async function getUpdate(service: PriceService, pathAndQuery: string): Promise<Update> {
  const response = await fetch(service.url + pathAndQuery);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

export async function getItem(service: PriceService, id: string, path = LATEST): Promise<Item> {
  const item = (await getUpdate(service, path + idsQuery(id))).parsed?.[0];
  if (!item) throw new Error('the answer has no parsed item');
  return item;
}

export async function statusAndText(url: string): Promise<[number, string]> {
  const response = await fetch(url);
  return [response.status, await response.text()];
}

/** A stream as a client sees it. */
export interface StreamReader {
  response: Response;
  /** Waits until `isEnough` or the end of the stream, and returns all text so far. */
  until: (isEnough: (text: string) => boolean) => Promise<string>;
  /** Waits for the end of the stream and returns all text; rejects if the connection breaks. */
  toEnd: () => Promise<string>;
  close: () => void;
}

export async function openStream(service: PriceService, query: string): Promise<StreamReader> {
  const controller = new AbortController();
  const response = await fetch(service.url + STREAM + query, { signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function until(isEnough: (text: string) => boolean): Promise<string> {
    while (!isEnough(text)) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      text += piece.value;
    }
    return text;
  }
  onTestFinished(() => controller.abort());
  return { response, until, toEnd: () => until(() => false), close: () => controller.abort() };
}

/** The complete updates in a stream's text. */
export function updatesIn(text: string): Update[] {
  return dataIn(text).map((data): Update => JSON.parse(data));
}

export function holdsUpdates(count: number): (text: string) => boolean {
  return (text) => dataIn(text).length >= count;
}

function dataIn(text: string): string[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => event.startsWith('data:'))
    .map((event) => event.slice('data:'.length));
}

export async function getFeeds(url: string): Promise<Feed[]> {
  return (await fetch(url)).json();
}
