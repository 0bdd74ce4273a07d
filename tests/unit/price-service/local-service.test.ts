import { expect, it, onTestFinished } from 'vitest';
import { startPriceService, type PriceServiceOptions } from '../../price-service/server.ts';

// Where the local service was more lenient than the public one, the client's mistakes would pass.

const BTC = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
const UNKNOWN = 'ab'.repeat(32);
const LATEST = '/v2/updates/price/latest';
const CAPS = '/v2/updates/publisher_stake_caps/latest';
/** 2026-11-21 12:00:00 UTC, unix seconds. */
const NOON = 1_795_262_400;

async function startService(options: PriceServiceOptions = {}) {
  const service = await startPriceService({ updatesPerSecond: 0, ...options });
  onTestFinished(() => service.close());
  const ask = async (pathAndQuery: string, init?: RequestInit): Promise<[number, string]> => {
    const response = await fetch(service.url + pathAndQuery, init);
    return [response.status, await response.text()];
  };
  return { service, ask };
}

it('refuses malformed queries', async () => {
  const { ask } = await startService();
  for (const query of [
    '',
    `?ids=${BTC}`,
    '?ids[]=e62d',
    `?ids[]=${'xy'.repeat(32)}`,
    `?ids[]=${BTC}&encoding=HEX`,
    `?ids[]=${BTC}&parsed=1`,
    `?ids[]=${BTC}&parsed=true&parsed=true`,
    `?ids[]=${BTC}&allow_unordered=yes`,
    `?ids[]=${BTC}&encoding=%zz`,
  ]) {
    const [status, text] = await ask(LATEST + query);
    expect([status, text]).toEqual([400, expect.stringMatching(/^Bad query: /)]);
  }
  expect((await ask(`${CAPS}?encoding=raw`))[0]).toBe(400);
  expect((await ask('/v2/updates/price/stream'))[0]).toBe(400);
});

it('refuses other paths and methods', async () => {
  const { service, ask } = await startService({ prefix: 'secret/hermes/' });
  for (const path of ['/', '/v2/price_feeds/', '/v2/updates/price', '//v2/price_feeds']) {
    expect((await ask(path))[0]).toBe(404);
  }
  const { origin } = new URL(service.url);
  const query = `${LATEST}?ids[]=${BTC}`;
  for (const url of [origin + query, `${origin}/secret/hermesX${query}`]) {
    expect((await fetch(url)).status).toBe(404);
  }
  expect((await ask(query, { method: 'POST' }))[0]).toBe(405);
  expect((await ask(query))[0]).toBe(200);
});

it('has no prices for a request with an unknown feed or at an impossible time', async () => {
  const { ask } = await startService({ now: () => NOON * 1_000 });
  const query = `?ids[]=${BTC}`;
  expect(await ask(`${LATEST}${query}&ids[]=${UNKNOWN}`)).toEqual([
    404,
    `Price ids not found: 0x${UNKNOWN}`,
  ]);
  expect((await ask(`/v2/updates/price/${NOON + 1}${query}`))[0]).toBe(404);
  expect((await ask(`/v2/updates/price/1.5${query}`))[0]).toBe(400);
});

it('says of a past time exactly what it said then', async () => {
  let now = NOON;
  const { ask } = await startService({ now: () => now * 1_000 });
  const said = await ask(`${LATEST}?ids[]=${BTC}`);
  now += 7 * 86_400;
  expect(await ask(`/v2/updates/price/${NOON}?ids[]=${BTC}`)).toEqual(said);
});

it('requires the header for everything but the catalog', async () => {
  const { ask } = await startService({
    requireHeader: { name: 'Authorization', value: 'Bearer good' },
  });
  const query = `?ids[]=${BTC}`;
  for (const path of [LATEST, '/v2/updates/price/1', '/v2/updates/price/stream', CAPS]) {
    expect(await ask(path + query)).toEqual([401, 'unauthorized']);
  }
  expect((await ask('/v2/price_feeds'))[0]).toBe(200);
  const headers = { authorization: 'Bearer good' };
  expect((await ask(LATEST + query, { headers }))[0]).toBe(200);
});
