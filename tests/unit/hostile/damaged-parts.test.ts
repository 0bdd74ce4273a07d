import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alertRules, alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { catalogStatus } from '@/lib/storage/values/catalog.ts';
import { BASE_URL, budget, budgetOf, setBudget } from '../storage/requests/budgets.ts';
import { lastKnownPrices, missingFeeds } from '@/lib/storage/values/prices.ts';
import { connectionMemory } from '@/lib/storage/values/connection-memory.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import type { ReadableItem } from '@/lib/storage/stored.ts';
import { withVersion } from '@/lib/storage/versioned.ts';
import { listView, rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH } from '../background/feeds.ts';
import { ALERT_RULES_2, FIRINGS_2 } from '../storage/shapes/alerts.ts';
import { PRICE } from '../storage/shapes/prices.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

interface Case<T> {
  title: string;
  item: ReadableItem<T>;
  raw: unknown;
  value: T;
}

function example<T>(title: string, item: ReadableItem<T>, raw: unknown, value: T): Case<unknown> {
  return { title, item, raw, value };
}

const { changePeriod, showsConfidence, changeAs } = listView.fallback;
const NAME_VIEW = { groupId: null, sort: 'name', density: 'compact' } as const;
const MENDED_VIEW = { ...NAME_VIEW, changePeriod, showsConfidence, changeAs };
const QUIET = { ...alertSettings.fallback.quietHours, enabled: true };
const [RULE] = ALERT_RULES_2.filter(({ trigger }) => trigger.kind === 'crosses');
const [FIRING] = FIRINGS_2.filter(({ what }) => what.kind === 'market');

describe('only the damaged part is lost', () => {
  it.each([
    example(
      'an entry of a map',
      lastKnownPrices,
      withVersion({ [BTC]: { ...PRICE, price: 'x' }, [ETH]: PRICE }, 2),
      { [ETH]: PRICE },
    ),
    example('an entry of a list', watchlist, [BTC, 'x', null, BTC, ETH], [BTC, ETH]),
    example(
      'a name that is too long',
      rowNames,
      { [BTC]: 'Gold 2', [ETH]: 'x'.repeat(10_000) },
      { [BTC]: 'Gold 2' },
    ),
    example('a missing field', listView, NAME_VIEW, MENDED_VIEW),
    example(
      'a field with an unknown value',
      listView,
      { ...NAME_VIEW, changePeriod: '9 weeks' },
      MENDED_VIEW,
    ),
    example(
      'missing fields and a damaged one',
      alertSettings,
      { quietHours: QUIET, sound: 'loud' },
      { ...alertSettings.fallback, quietHours: QUIET },
    ),
    example(
      'nothing, of missing feeds',
      missingFeeds,
      { [BTC]: 'unknown', [ETH]: 'no-data' },
      { [BTC]: 'unknown', [ETH]: 'no-data' },
    ),
    example(
      'an unknown reason for a missing feed',
      missingFeeds,
      { [BTC]: 'unknown', [ETH]: 'sold out' },
      { [BTC]: 'unknown' },
    ),
    // A page that shows such a time would stay blank.
    ...[Number.MAX_VALUE, -1, 0.5].flatMap((at) => [
      example(
        `an alert with the invalid date ${at}`,
        alertRules,
        [RULE, { ...RULE, id: 'a', expiresAt: at }, { ...RULE, id: 'b', snoozedUntil: at }],
        [RULE!],
      ),
      example(
        `a firing at the invalid date ${at}`,
        firings,
        [{ ...FIRING, at }, FIRING],
        [FIRING!],
      ),
      example(
        `a fetch at the invalid date ${at}`,
        catalogStatus,
        { fetchedAt: at, triedAt: 1, error: null },
        { fetchedAt: 0, triedAt: 1, error: null },
      ),
    ]),
    ...Object.entries({
      feeds: { verdicts: { first: { refused: {}, apart: ['x'] } }, suppliers: {}, suppliedAt: 0 },
      polledAt: 'yesterday',
      isPollWanted: 'yes',
      pollFailures: null,
      pausedUntil: 'soon',
      trouble: { reason: { code: 'unknown-code' }, remedy: null, isOfStream: true },
    }).map(([part, raw]) =>
      example(
        `${part} of the connection's memory`,
        connectionMemory,
        { ...connectionMemory.fallback, answeredAt: 5, [part]: raw },
        { ...connectionMemory.fallback, answeredAt: 5 },
      ),
    ),
  ])('$title', ({ item, raw, value }) => {
    expect(item.parse(raw)).toEqual(value);
  });
});

describe('a value whose parts belong together is lost as a whole', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer x' }];
  const baseUrl = 'https://prices.example';

  it.each(
    // Otherwise one service's headers would be sent to another.
    (
      [
        ['no base URL', { baseUrl: 5, headers }],
        ['another kind of URL', { baseUrl: 'javascript:alert(1)', headers: [] }],
        ['a URL with credentials', { baseUrl: 'https://a:b@prices.example', headers: [] }],
        ['a URL with a query', { baseUrl: 'https://prices.example/?a', headers: [] }],
        ['an invalid header name', { baseUrl, headers: [{ name: 'a b', value: 'x' }] }],
        ['line breaks in a header', { baseUrl, headers: [{ name: 'X-A', value: 'a\r\nX: b' }] }],
        ['no headers', { baseUrl }],
      ] as const
    ).map(([title, raw]) =>
      example(`connection with ${title}`, priceServices, raw, [DEFAULT_SERVICE]),
    ),
  )('$title', ({ item, raw, value }) => {
    expect(item.parse(raw)).toEqual(value);
  });
});

describe('a price of version 0.1.0', () => {
  const { proof: _, ...bare } = PRICE;
  const old = (state: string) => ({
    ...bare,
    proof: { state, text: 'The signature of signer 3 is wrong.' },
  });

  it.each(['verified', 'mismatch'])('that was signed (%s) stays, without its proof', (state) => {
    expect(lastKnownPrices.parse({ [BTC]: old(state) })).toEqual({ [BTC]: bare });
  });

  it('that was not verified is left out: it may have failed', () => {
    const both = { [BTC]: old('unverified'), [ETH]: old('verified') };
    expect(Object.keys(lastKnownPrices.parse(both))).toEqual([ETH]);
  });
});

it('a pause that no service asked for does not stop the requests', async () => {
  await setBudget(BASE_URL, { pausedUntil: Date.now() + 365 * 86_400_000 });
  await budget.take(BASE_URL);
  expect((await budgetOf(BASE_URL)).sentAt).toHaveLength(1);
});
