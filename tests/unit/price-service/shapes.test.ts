import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidResponseError, PriceServiceClient } from '@/lib/price-service/index.ts';
import { BTC, bodyOf, bytesOf, priceUpdate, rejectionOf } from './support.ts';

/** Creates a client whose service answers every call with this text. */
function clientOf(text: string | unknown[] | object): PriceServiceClient {
  const body = typeof text === 'string' ? text : JSON.stringify(text);
  const fetch = async () => new Response(body);
  return new PriceServiceClient('https://prices.example', { httpRetries: 0, fetch });
}

async function issuesOf(promise: Promise<unknown>): Promise<readonly string[]> {
  const error = await rejectionOf(promise);
  if (!(error instanceof InvalidResponseError)) throw error;
  return error.issues;
}

describe('price update', () => {
  it('drops unknown fields at every level', async () => {
    const known = priceUpdate();
    const text = JSON.stringify(known).replaceAll('{', '{"unheard_of":{"a":[1]},');
    expect(await clientOf(text).getLatestPriceUpdates([BTC])).toEqual(known);
  });

  it('returns hex ids in lowercase without `0x`, and other ids unchanged', async () => {
    const client = clientOf({
      ...priceUpdate(),
      parsed: [`0x${BTC.toUpperCase()}`, '0XAB', 'Odd id', '', '0x'].flatMap(
        (id) => priceUpdate(id).parsed,
      ),
    });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed?.map(({ id }) => id)).toEqual([BTC, 'ab', 'Odd id', '', '0x']);
  });

  it('accepts a slot of 2^64 − 1, which means "none"', async () => {
    const text = JSON.stringify(priceUpdate()).replace('"slot":7', '"slot":18446744073709551615');
    const { parsed } = await clientOf(text).getLatestPriceUpdates([BTC]);
    expect(parsed?.[0]?.metadata.slot).toBe(2 ** 64);
  });

  it('never throws anything but InvalidResponseError for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        await issuesOf(clientOf(text).getLatestPriceUpdates([BTC]));
      }),
    );
  });
});

describe('catalog', () => {
  it('is harmless whatever the attributes are called', async () => {
    const text = `[{"id":"${BTC}","attributes":{"__proto__":"x","constructor":"y","toString":"z"}}]`;
    const [feed] = await clientOf(text).getPriceFeeds();
    expect(Object.entries(feed?.attributes ?? {})).toEqual([
      ['constructor', 'y'],
      ['toString', 'z'],
    ]);
    expect(Object.getPrototypeOf(feed?.attributes)).toBe(Object.prototype);
    const polluting = `[{"id":"${BTC}","attributes":{"__proto__":{"polluted":"yes"}}}]`;
    const [other] = await clientOf(polluting).getPriceFeeds();
    expect(other?.attributes).not.toHaveProperty('polluted');
  });

  it('reports at most five of very many issues, each of limited length', async () => {
    const items = `[${'0,'.repeat(200_000)}0]`;
    const wrong = await rejectionOf(clientOf(items).getPriceFeeds());
    expect(wrong).toMatchObject({ issues: { length: 5 }, cause: { issues: { length: 5 } } });
    const attributes = Array.from({ length: 150 }, (_, i) => [`${i}${'k'.repeat(999)}`, i]);
    const error = await rejectionOf(
      clientOf([{ id: BTC, attributes: Object.fromEntries(attributes) }]).getPriceFeeds(),
    );
    if (!(error instanceof InvalidResponseError)) throw error;
    expect(error.issues).toHaveLength(5);
    expect(error.message.length).toBeLessThan(800);
  });
});

/** Returns a stake caps update with one cap, written as given. */
function capsUpdate(cap: string): string {
  const caps = `[{"publisher":"p","cap":${cap}}]`;
  return `{"binary":{"data":[],"encoding":"hex"},"parsed":[{"publisher_stake_caps":${caps}}]}`;
}

describe('publisher stake caps', () => {
  it.each([
    ['5.0', 5n],
    ['1e3', 1000n],
    ['9007199254740991', 9007199254740991n],
  ])('reads the integer %s in any notation', async (text, cap) => {
    const update = await clientOf(capsUpdate(text)).getLatestPublisherStakeCaps();
    expect(update.parsed?.[0]?.publisher_stake_caps[0]?.cap).toBe(cap);
  });

  it('reads any 64-bit cap exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(0n, 2n ** 64n - 1n), async (value) => {
        const update = await clientOf(capsUpdate(`${value}`)).getLatestPublisherStakeCaps();
        expect(update.parsed?.[0]?.publisher_stake_caps[0]?.cap).toBe(value);
      }),
    );
  });

  it.each(['-1', '1.5', '"5"', 'null', '1e400', '9'.repeat(101)])('rejects %s', async (text) => {
    const [issue] = await issuesOf(clientOf(capsUpdate(text)).getLatestPublisherStakeCaps());
    expect(issue).toMatch(/^parsed\.0\.publisher_stake_caps\.0\.cap: /);
  });
});

describe('the answer as text', () => {
  it.each(['', 'not JSON', '{"binary":', '<html></html>', '[1,2', '\u0000'])(
    'is rejected if it is not JSON: %j',
    async (text) => {
      const error = await rejectionOf(clientOf(text).getPriceFeeds());
      if (!(error instanceof InvalidResponseError)) throw error;
      expect(error).toMatchObject({
        name: 'InvalidResponseError',
        endpoint: 'v2/price_feeds',
        status: 200,
        issues: ['body: not JSON'],
        message: 'Invalid response from v2/price_feeds (status 200): body: not JSON',
      });
      expect(error.cause).toBeInstanceOf(SyntaxError);
    },
  );

  it('may be nested to any depth', async () => {
    const text = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(await issuesOf(clientOf(text).getPriceFeeds())).toHaveLength(1);
    expect(await issuesOf(clientOf(text).getLatestPublisherStakeCaps())).toHaveLength(1);
  });

  it('may be split anywhere, even within a character, and start with a byte order mark', async () => {
    const feeds = [{ id: BTC, attributes: { description: '€ / 円 / 🪙' } }];
    const body = bodyOf(bytesOf(`\uFEFF${JSON.stringify(feeds)}`));
    const fetch = async () => new Response(body);
    const client = new PriceServiceClient('https://prices.example', { httpRetries: 0, fetch });
    expect(await client.getPriceFeeds()).toEqual(feeds);
  });
});
