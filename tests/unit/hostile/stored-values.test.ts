import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { askInBatches } from '@/lib/background/poll.ts';
import { readFirstPaint } from '@/lib/storage/first-paint.ts';
import { readLatestPrices, watchLatestPrices } from '@/lib/storage/latest-prices.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
import { readAlertStates } from '@/lib/storage/alert-states.ts';
import { alertRuleSchema } from '@/lib/alerts/model/rule.ts';
import { alertRules, alertSettings, firings } from '@/lib/storage/alerts.ts';
import { catalogueStatus } from '@/lib/storage/catalogue.ts';
import { requestBudget } from '@/lib/storage/connection.ts';
import { lastKnownPrices, missingFeeds } from '@/lib/storage/prices.ts';
import { connectionSettings, DEFAULT_BASE_URL } from '@/lib/storage/settings.ts';
import { suspectedFeeds } from '@/lib/storage/suspected-feeds.ts';
import { listView, rowNames } from '@/lib/storage/view.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import type { StoredItem } from '@/lib/storage/stored-item.ts';
import { BTC, ETH } from '../background/feeds.ts';

// A stored value is input like any other: damaged by hand or by a crash, missing, of an older
// version, of a newer one. Every item that lib/storage exports is tried, those to come as well.

const modules = import.meta.glob<Record<string, unknown>>('/lib/storage/*.ts', { eager: true });
const items = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, StoredItem<unknown>] => isStoredItem(entry[1]));
const unique = [...new Map(items).entries()];

function isStoredItem(value: unknown): boolean {
  return value instanceof Object && 'parse' in value && 'fallback' in value && 'key' in value;
}

const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
const damaged: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['a number without end', Number.MAX_VALUE],
  ['a fraction', -0.5],
  ['an empty text', ''],
  ['a text', '__proto__'],
  ['a text of 1 MB', 'x'.repeat(1_000_000)],
  ['an empty list', []],
  ['a list of nothing', [null, undefined, null]],
  ['a list of rubbish', [0, '', {}, [], 'x', { id: 1 }, { id: '__proto__' }]],
  ['a list of 50,000', Array.from({ length: 50_000 }, (_, index) => index)],
  ['an empty object', {}],
  ['an object of rubbish', { a: 1, b: null, c: [], constructor: 'x' }],
  ['keys like parts of objects', JSON.parse('{"__proto__":{"a":1},"constructor":{}}')],
  ['a deep object', deep],
];

it('finds the stored items', () => {
  expect(unique.length).toBeGreaterThan(25);
});

describe.each(unique)('%s', (_name, item) => {
  it.each(damaged)('%s in its place: a value of its kind', async (_, raw) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await areaOf(item).set({ [item.key]: raw });
    const stored = await areaOf(item).get(item.key);
    const value = await item.getValue();
    // What was read is fit to be written and read again.
    expect(item.parse(structuredClone(value))).toEqual(value);
    expect(value === undefined).toBe(false);
    // Reading takes nothing away: a newer version may understand what this one does not.
    expect(await areaOf(item).get(item.key)).toEqual(stored);
  });

  it('missing: its default', async () => {
    expect(await item.getValue()).toEqual(item.fallback);
  });

  it('of a newer version, with more in it: what is known of it', () => {
    const { fallback } = item;
    if (!isMap(fallback)) return;
    const isRecord = Object.keys(fallback).length === 0 || BTC in fallback;
    const newer = isRecord ? fallback : { ...fallback, ofTheFuture: { a: [1] } };
    expect(item.parse(newer)).toEqual(fallback);
  });
});

function isMap(value: unknown): value is Record<string, unknown> {
  return value instanceof Object && !Array.isArray(value);
}

function areaOf(item: StoredItem<unknown>) {
  return SESSION_KEYS.has(item.key) ? fakeBrowser.storage.session : fakeBrowser.storage.local;
}

// An item does not tell its area; written in the one, it is not found in the other.
const SESSION_KEYS = new Set(
  Object.values(
    import.meta.glob<string>('/lib/storage/*.ts', {
      eager: true,
      query: '?raw',
      import: 'default',
    }),
  ).flatMap((source) => [...source.matchAll(/'session:(\w+)'/g)].map(([, key]) => key ?? '')),
);

describe('missing feeds', () => {
  it('of the version before are still missing', () => {
    const before = { [BTC]: 'unknown', [ETH]: 'no-data' };
    expect(missingFeeds.parse(before)).toEqual(before);
  });

  it('of a later version, with another reason, are asked for', () => {
    expect(missingFeeds.parse({ [BTC]: 'unknown', [ETH]: 'sold out' })).toEqual({
      [BTC]: 'unknown',
    });
  });

  it.each([
    ['too many', { ids: Array.from({ length: 1_001 }, () => BTC) }],
    ['no feeds', { ids: ['x'] }],
    ['fewer than none', { refused: -1 }],
    ['half of one', { refused: 0.5 }],
    ['endless rounds', { emptyRounds: Number.MAX_VALUE }],
  ])('that are suspected, %s: none is', (_, part) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const whole = { ids: [BTC], refused: 1, batchSize: 4, emptyRounds: 2 };
    expect(suspectedFeeds.parse(whole)).toEqual(whole);
    expect(suspectedFeeds.parse({ ...whole, ...part })).toEqual(suspectedFeeds.fallback);
  });

  it('that are suspected, more of them refused than there are: they are found all the same', async () => {
    const refuse = () => Promise.reject(new HttpStatusError(404));
    const suspects = { ids: [BTC, ETH], refused: 1_000, batchSize: 1_000, emptyRounds: 0 };
    const { missing } = await askInBatches([], refuse, { suspects, knowsSome: true });
    expect(missing).toEqual({ [BTC]: 'unknown', [ETH]: 'unknown' });
  });
});

describe('damage costs what is damaged', () => {
  it('an entry of a list or map', () => {
    const price = {
      price: '1',
      conf: '1',
      expo: -2,
      publishTime: 1,
      emaPrice: '1',
      emaConf: '1',
      emaExpo: -2,
      slot: null,
      prevPublishTime: null,
      proofAvailableTime: null,
      receivedAt: 1,
      direction: 0,
    };
    expect(lastKnownPrices.parse({ [BTC]: { ...price, price: 'x' }, [ETH]: price })).toEqual({
      [ETH]: price,
    });
    expect(watchlist.parse([BTC, 'x', null, BTC, ETH])).toEqual([BTC, ETH]);
    expect(rowNames.parse({ [BTC]: 'Gold 2', [ETH]: 'x'.repeat(10_000) })).toEqual({
      [BTC]: 'Gold 2',
    });
  });

  it('a field of an object, or one that an older version did not have', () => {
    const { changePeriod, ...older } = { ...listView.fallback, sort: 'name', density: 'compact' };
    expect(listView.parse(older)).toEqual({ ...older, changePeriod });
    expect(listView.parse({ ...older, changePeriod: '9 weeks' })).toEqual({
      ...older,
      changePeriod,
    });
    const quietHours = { ...alertSettings.fallback.quietHours, enabled: true };
    expect(alertSettings.parse({ quietHours, sound: 'loud' })).toEqual({
      ...alertSettings.fallback,
      quietHours,
    });
  });

  // Shown as it is, it would leave a blank page behind.
  it.each([Number.MAX_VALUE, -1, 0.5])('a time that no date can be made of (%d)', (at) => {
    const rule = (id: string, times: object) =>
      alertRuleSchema.parse({
        id,
        feedId: BTC,
        trigger: { kind: 'crosses', direction: 'above', level: '1' },
        ...times,
      });
    const damagedRules = [
      rule('good', {}),
      { ...rule('a', {}), expiresAt: at },
      { ...rule('b', {}), snoozedUntil: at },
    ];
    expect(alertRules.parse(damagedRules).map(({ id }) => id)).toEqual(['good']);
    const firing = (id: string, time: number) => ({
      id,
      alertId: 'good',
      feedId: BTC,
      at: time,
      what: { kind: 'market', now: 'open' },
      missed: false,
      price: null,
      delivered: 'badge',
      seenAt: null,
    });
    expect(firings.parse([firing('a', at), firing('good', 1)]).map(({ id }) => id)).toEqual([
      'good',
    ]);
    expect(catalogueStatus.parse({ fetchedAt: at, triedAt: 1, error: null }).fetchedAt).toBe(0);
  });

  it.each([
    ['no address', { baseUrl: 5, headers: [{ name: 'Authorization', value: 'Bearer x' }] }],
    ['another kind of address', { baseUrl: 'javascript:alert(1)', headers: [] }],
    ['an address with credentials', { baseUrl: 'https://a:b@prices.example', headers: [] }],
    ['an address with a query', { baseUrl: 'https://prices.example/?a', headers: [] }],
    ['no name', { baseUrl: 'https://p.example', headers: [{ name: 'a b', value: 'x' }] }],
    [
      'line breaks',
      { baseUrl: 'https://p.example', headers: [{ name: 'X-A', value: 'a\r\nX: b' }] },
    ],
    ['no headers', { baseUrl: 'https://p.example' }],
  ])('but a connection as a whole (%s): no header goes to another service', (_, raw) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    expect(connectionSettings.parse(raw)).toEqual({ baseUrl: DEFAULT_BASE_URL, headers: [] });
  });
});

describe('a last-known price of version 0.1.0', () => {
  const old = (state: string) => ({
    price: '1',
    conf: '1',
    expo: -2,
    publishTime: 1,
    emaPrice: '1',
    emaConf: '1',
    emaExpo: -2,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: 1,
    direction: 0,
    proof: { state, text: 'The signature of signer 3 is wrong.' },
  });

  it.each(['verified', 'mismatch'])('that was signed (%s) stays, without its proof', (state) => {
    expect(lastKnownPrices.parse({ [BTC]: old(state) })[BTC]).toMatchObject({ price: '1' });
    expect(lastKnownPrices.parse({ [BTC]: old(state) })[BTC]?.proof).toBeUndefined();
  });

  it('that was not verified is left out: it may be one that failed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const both = { [BTC]: old('unverified'), [ETH]: old('verified') };
    expect(Object.keys(lastKnownPrices.parse(both))).toEqual([ETH]);
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: old('unverified') });
    expect(await readLatestPrices([BTC], '')).toEqual(new Map());
  });
});

describe('items of one key a feed', () => {
  it.each(damaged)('%s for a price or an alert state: as if there were none', async (_, raw) => {
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: raw, [`alerts:${BTC}`]: raw });
    expect(await readLatestPrices([BTC], '')).toEqual(new Map());
    expect((await readAlertStates([BTC])).get(BTC)?.watch ?? null).toBeNull();
  });

  it('a damaged price among others is announced as none', async () => {
    const heard: unknown[] = [];
    onTestFinished(watchLatestPrices((changed) => heard.push(...changed)));
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: { price: '9'.repeat(2_000) } });
    expect(heard).toEqual([[BTC, undefined]]);
  });
});

it('a popup opens over storage in which everything is damaged', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const [, item] of unique) await areaOf(item).set({ [item.key]: { rubbish: [deep] } });
  const paint = await readFirstPaint();
  expect(paint.watchlist.length).toBeGreaterThan(0);
});

it('a pause that was never asked for does not silence the extension', async () => {
  const { takeRequest } = await import('@/lib/connection/request-budget.ts');
  await requestBudget.setValue({ sentAt: [], pausedUntil: Date.now() + 365 * 86_400_000 });
  await takeRequest();
  expect((await requestBudget.getValue()).sentAt).toHaveLength(1);
});
