import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { BTC, bytesOf, eventStream, logStream, until } from './support.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data');

function filesOf(folder: string, ending: string): string[] {
  const path = join(DATA, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name));
}

const responses = filesOf('responses', '.json');
const catalogs = filesOf('catalogue', '.json');
const streams = filesOf('responses', '.sse.txt');
if (!existsSync(DATA)) {
  console.info('Recorded answers: skipped, there is no ../shared/data beside the checkout');
}

function clientOf(text: string): PriceServiceClient {
  const fetch = async () => new Response(text);
  return new PriceServiceClient('https://prices.example', { httpRetries: 0, fetch });
}

describe.skipIf(!existsSync(DATA))('recorded answers', () => {
  it('exist', () => {
    expect(responses.length).toBeGreaterThan(0);
    expect(catalogs.length).toBeGreaterThan(0);
    expect(streams.length).toBeGreaterThan(0);
  });

  it.each(responses.map((path) => [basename(path), path]))('%s', async (_, path) => {
    const text = readFileSync(path, 'utf8');
    // Exactly equal: the recorded responses contain only the specified fields.
    expect(await clientOf(text).getLatestPriceUpdates([BTC])).toEqual(JSON.parse(text));
  });

  it.each(catalogs.map((path) => [basename(path), path]))('%s', async (_, path) => {
    const text = readFileSync(path, 'utf8');
    expect(await clientOf(text).getPriceFeeds()).toEqual(JSON.parse(text));
  });

  it.each(streams.map((path) => [basename(path), path]))('%s, byte by byte', async (_, path) => {
    const text = readFileSync(path, 'utf8');
    const events = text.split('\n').filter((line) => line.startsWith('data:'));
    const client = new PriceServiceClient('https://prices.example', {
      fetch: async () => eventStream(bytesOf(text), { open: true }),
    });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.updates.length + log.errors.length === events.length);
    expect(log.updates).toEqual(events.map((line) => JSON.parse(line.slice(5))));
  });
});
