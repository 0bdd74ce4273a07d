import { describe, expect, it } from 'vitest';
import { InvalidResponseError, PriceServiceClient } from '@/lib/price-service/index.ts';
import { startService } from '../price-service/service.ts';
import { BTC, priceUpdate, rejectionOf, withValue } from '../price-service/support.ts';

interface Entity {
  example: object;
  read: (client: PriceServiceClient) => Promise<unknown>;
}

const METADATA: Entity = {
  example: [{ id: BTC, attributes: { symbol: 'Crypto.BTC/USD' } }],
  read: (client) => client.getPriceFeeds(),
};
const UPDATE: Entity = {
  example: priceUpdate(),
  read: (client) => client.getLatestPriceUpdates([BTC]),
};
const CAPS: Entity = {
  example: {
    binary: { data: ['504e4155'], encoding: 'hex' },
    parsed: [{ publisher_stake_caps: [{ cap: 7, publisher: 'p' }] }],
  },
  read: (client) => client.getLatestPublisherStakeCaps(),
};

const MISSING = undefined;
const NOT_STRINGS = [5, true, null, [], {}, MISSING];
const NOT_INTEGERS = [1.5, '5', true, null, [], MISSING];
const NOT_OBJECTS = [5, 'text', null, [], MISSING];
const NOT_LISTS = [5, 'text', {}];

/** Sends the example with each value in the place, as a response of a local service. */
async function check(
  entity: Entity,
  place: string,
  { accepts, rejects }: { accepts: readonly unknown[]; rejects: readonly unknown[] },
): Promise<void> {
  const service = await startService();
  const client = new PriceServiceClient(service.url, { httpRetries: 0 });
  const send = (value: unknown): string => {
    const body = JSON.stringify(withValue(entity.example, place, value));
    service.fail({ kind: 'body', body, times: 1 });
    return body;
  };
  for (const value of accepts) {
    const body = send(value);
    expect(withoutBigints(await entity.read(client))).toEqual(JSON.parse(body));
  }
  for (const value of rejects) {
    send(value);
    const error = await rejectionOf(entity.read(client));
    if (!(error instanceof InvalidResponseError)) throw error;
    expect(error.issues, JSON.stringify(value)).toEqual([
      expect.stringMatching(new RegExp(`^${place.replaceAll('.', String.raw`\.`)}\\b`)),
    ]);
  }
}

function withoutBigints(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)),
  );
}

describe('Price feed metadata', () => {
  it('id: string', () =>
    check(METADATA, '0.id', { accepts: [BTC, 'Odd id', ''], rejects: NOT_STRINGS }));

  it('attributes: map of string to string', async () => {
    await check(METADATA, '0.attributes', {
      accepts: [{}, { a: '', b: 'c' }],
      rejects: NOT_OBJECTS,
    });
    await check(METADATA, '0.attributes.symbol', { accepts: ['x'], rejects: [5, null, {}] });
  });

  it('The asset type filter is one of: crypto, fx, equity, metals, rates.', async () => {
    const service = await startService();
    const client = new PriceServiceClient(service.url, { httpRetries: 0 });
    const types = { crypto: 'Crypto', fx: 'FX', equity: 'Equity', metals: 'Metal', rates: 'Rates' };
    for (const [assetType, attribute] of Object.entries(types)) {
      const feeds = await client.getPriceFeeds({ assetType });
      const found = new Set(feeds.map(({ attributes }) => attributes['asset_type']));
      expect(found).toEqual(new Set([attribute]));
      expect(service.requests.at(-1)?.query).toBe(`asset_type=${assetType}`);
    }
  });
});

describe('Price update', () => {
  it('binary: an object with data (list of strings) and encoding (hex or base64)', () =>
    checkBinary(UPDATE));

  it('parsed: optional list of items', () =>
    check(UPDATE, 'parsed', {
      accepts: [MISSING, null, [], priceUpdate().parsed],
      rejects: NOT_LISTS,
    }));
});

describe('Each parsed item holds:', () => {
  it('id', () => check(UPDATE, 'parsed.0.id', { accepts: [BTC], rejects: NOT_STRINGS }));

  it.each(['price', 'ema_price'])('%s', (name) =>
    check(UPDATE, `parsed.0.${name}`, {
      accepts: [{ conf: '1', expo: -2, price: '3', publish_time: 4 }],
      rejects: NOT_OBJECTS,
    }),
  );

  it('metadata', () =>
    check(UPDATE, 'parsed.0.metadata', { accepts: [{}, { slot: 7 }], rejects: NOT_OBJECTS }));
});

describe.each(['price', 'ema_price'])('price and ema_price each hold: %s', (holder) => {
  it.each(['conf: string', 'price: string'])('%s', (line) =>
    check(UPDATE, `parsed.0.${holder}.${nameIn(line)}`, {
      accepts: ['0', '-12', '18446744073709551616'],
      rejects: NOT_STRINGS,
    }),
  );

  it.each(['expo: integer', 'publish_time: integer'])('%s', (line) =>
    check(UPDATE, `parsed.0.${holder}.${nameIn(line)}`, {
      accepts: [-8, 0, 1_790_000_000],
      rejects: NOT_INTEGERS,
    }),
  );
});

describe('metadata optionally holds:', () => {
  it.each(['prev_publish_time: integer or null', 'proof_available_time: integer or null'])(
    '%s',
    (line) =>
      check(UPDATE, `parsed.0.metadata.${nameIn(line)}`, {
        accepts: [MISSING, null, -1, 0, 1_790_000_000],
        rejects: [1.5, '5', true, []],
      }),
  );

  it('slot: integer >= 0, or null', () =>
    check(UPDATE, 'parsed.0.metadata.slot', {
      accepts: [MISSING, null, 0, 5],
      rejects: [-1, 1.5, '5', true, []],
    }));
});

describe('Publisher stake caps update', () => {
  it('binary: same shape as in the price update', () => checkBinary(CAPS));

  it('parsed: optional list of items, each holding publisher_stake_caps, a list of {cap: integer >= 0, publisher: string}', async () => {
    await check(CAPS, 'parsed', { accepts: [MISSING, null, []], rejects: NOT_LISTS });
    const caps = 'parsed.0.publisher_stake_caps';
    await check(CAPS, caps, { accepts: [[]], rejects: [...NOT_LISTS, null, MISSING] });
    await check(CAPS, `${caps}.0.cap`, { accepts: [0, 5], rejects: [...NOT_INTEGERS, -1] });
    await check(CAPS, `${caps}.0.publisher`, { accepts: ['', 'p'], rejects: NOT_STRINGS });
  });
});

async function checkBinary(entity: Entity): Promise<void> {
  await check(entity, 'binary', { accepts: [], rejects: NOT_OBJECTS });
  await check(entity, 'binary.data', {
    accepts: [[], ['00', 'ff']],
    rejects: [...NOT_LISTS, null, MISSING],
  });
  await check(entity, 'binary.data.0', { accepts: [''], rejects: [5, null, []] });
  await check(entity, 'binary.encoding', {
    accepts: ['hex', 'base64'],
    rejects: ['HEX', 'utf8', '', ...NOT_STRINGS],
  });
}

function nameIn(line: string): string {
  return line.slice(0, line.indexOf(':'));
}
