import { expect, it, onTestFinished } from 'vitest';
import { toCsv } from '@/lib/pages/export/table.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import {
  RETIREMENT_MS,
  type TrustProfile,
} from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { startPriceService } from '../../price-service/server.ts';
import { createIdentity, trustInLocal } from '../../price-service/test-signers.ts';
import { BTC } from '../background/feeds.ts';
import {
  asBinary,
  priceMessage,
  profileOfIdentity,
  signedBlob,
} from '../domain/signed-updates/signed.ts';

// Impersonation: by retired signers, by signers or feeds with another's name, and by another origin
// that requests the headers.

it('retired signers cannot prove later prices, whatever the clock', () => {
  const stolen = createIdentity({ seed: 'stolen', setIndex: 0 });
  const profile: TrustProfile = {
    ...profileOfIdentity(stolen),
    sets: [
      { index: 0, keys: stolen.keys, inUseSinceMs: 0 },
      { index: 1, keys: createIdentity({ seed: 'renewed' }).keys, inUseSinceMs: 1 },
    ],
  };
  const lastS = Math.floor((1 + RETIREMENT_MS) / 1_000);
  const provenAt = (publishTime: number, clock: { nowMs: number; history?: boolean }) => {
    const message = priceMessage(1, { publishTime: BigInt(publishTime) });
    const binary = asBinary(signedBlob([message], { identity: stolen }));
    return verifyUpdate(binary, { profiles: [profile], ...clock }).prices.size;
  };
  expect(provenAt(lastS, { nowMs: 0 })).toBe(1);
  expect(provenAt(lastS, { nowMs: Date.now(), history: true })).toBe(1);
  expect(provenAt(lastS + 1, { nowMs: 0 })).toBe(0);
  expect(provenAt(lastS + 1, { nowMs: Date.now(), history: true })).toBe(0);
  expect(provenAt(lastS, { nowMs: Date.now() })).toBe(0);
});

it.each([
  'Pyth routers',
  'PYTH  ROUTERS',
  'Pyth rоuters',
  'Ρyth routers',
  'Pyth\u200B routers',
  'Pyth\u202E routers',
  'Pyth route\u0301rs',
  'Pyth r0uters',
  'Ｐｙｔｈ　ｒｏｕｔｅｒｓ',
  'Wormhole guardlans',
  'Pyth beta.',
])('signers that call themselves %j are not trusted', (name) => {
  const { refused, added } = resolveProfiles(trustInLocal(name));
  expect(added.size).toBe(0);
  expect(refused).toHaveLength(1);
});

it('a feed’s name has no deceptive characters', () => {
  const symbol = 'B\u200BT\u202EC\u00AD/\uFEFFUSD\u{E0041}';
  const { symbol: shown, description } = feedName(
    { display_symbol: symbol, description: 'BIT\u2066COIN\r\n / US DOLLAR\u0000' },
    BTC,
  );
  expect(shown).toBe('BTC/USD');
  expect(description).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u);
});

it.each(['=1+1', '\u200B=1+1', '\uFEFF@SUM(A1)', '\u00A0+1', '\u202E-1+1', '＝1', '\u2800=1'])(
  'a text never becomes a formula: %j',
  (text) => {
    const [, line] = toCsv([{ name: 'symbol', kind: 'text', read: () => text }], [{}]).split(
      '\r\n',
    );
    expect(line?.replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each([301, 302, 303, 307, 308] as const)(
  'another origin behind a %i gets no header',
  async (status) => {
    const service = await startPriceService({ updatesPerSecond: 0 });
    const other = await startPriceService({ updatesPerSecond: 0 });
    onTestFinished(() => service.close());
    onTestFinished(() => other.close());
    const location = `${other.url}/v2/updates/price/latest?ids[]=${BTC}`;
    service.fail({ kind: 'redirect', status, location });
    const headers = { Authorization: 'Bearer planted-token', 'X-Api-Key': 'planted-key' };
    const client = new PriceServiceClient(service.url, { headers, httpRetries: 0 });
    await client.getLatestPriceUpdates([BTC]).catch(() => undefined);
    expect(JSON.stringify(service.requests)).toContain('planted');
    expect(other.requests).not.toEqual([]);
    expect(JSON.stringify(other.requests)).not.toContain('planted');
  },
);
