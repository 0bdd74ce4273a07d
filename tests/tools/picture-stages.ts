import { latestKey, readLatest } from './latest-price.ts';
import type { Page } from 'puppeteer-core';
import { above } from '../browser/alert-rules.ts';
import { BTC_USD } from '../browser/feeds.ts';
import { settled } from '../browser/page-output.ts';
import type { PriceService, PriceServiceOptions } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import type { ExtensionBrowser } from './extension.ts';

/** A service, and a browser with the extension that reads from it. */
export interface Stage {
  service: PriceService;
  historyUrl: string;
  browser: ExtensionBrowser;
  /** The feeds of the watchlist. */
  ids: readonly string[];
}

/** The last three: pages of the options. */
export type PictureView = 'list' | 'detail' | 'welcome' | 'go-live' | 'badge';

/** A state of the pages, and how it comes about. */
export interface PictureState {
  name: string;
  /** Which views are photographed; default: the list. In a wide window, the detail is beside it. */
  views?: readonly PictureView[];
  /** Whether nothing is set up, so prices are samples. */
  isNew?: boolean;
  /** Whether past prices come from the price service only. */
  hasNoHistory?: boolean;
  service?: PriceServiceOptions;
  /** How many feeds are followed; default: a mixture of ten. */
  rowCount?: number;
  /** Whether only feeds whose markets are always open are followed. */
  isAlwaysOpen?: boolean;
  /** What the user has set, in addition to the service. */
  settings?: (ids: readonly string[]) => Record<string, unknown>;
  /** Done before the extension reads from the service. */
  before?: (stage: Stage) => Promise<void> | void;
  /** Done when the list shows what the service has; it need not stay open. */
  after?: (stage: Stage, list: Page) => Promise<void> | void;
  /** An element of the list that shows that the state is reached. */
  shows: string;
}

const BOTH = ['list', 'detail'] as const;
const PRICE = '[data-part="watchlist"] [data-part="price"]';
const LINE = '[data-part="spark"]';
const PAST_PRICES = /updates\/price\/\d/;
const NAME = 'A display name of exactly forty letters.';
const DAY_SECONDS = 86_400;
const CLOSED = 'America/New_York;C,C,C,C,C,C,C;';
// Of the third to the fifth feed: tiny, large, and that of a bond with a negative yield.
const FIGURES = [
  { price: '12', conf: '1', expo: -10 },
  { price: '123456789012', conf: '4200', expo: -2 },
  { price: '-35120', conf: '110', expo: -5 },
];

/** Every other one is short, or has no cost. */
function holding(at: number) {
  const cost = at % 2 === 0 ? { perUnit: '100.25', currency: 'USD' } : null;
  return { quantity: at % 3 === 1 ? '-2.125' : '0.5', cost };
}

export const PICTURE_STATES: readonly PictureState[] = [
  {
    name: 'sample',
    views: ['list', 'detail', 'welcome', 'go-live', 'badge'],
    isNew: true,
    shows: `li:last-child ${LINE}`,
  },
  { name: 'mixture', views: [...BOTH, 'welcome', 'badge'], shows: `li:last-child ${LINE}` },
  ...[1, 5, 20, 200].map((rowCount) => ({
    name: `rows-${rowCount}`,
    rowCount,
    isAlwaysOpen: true,
    service: { extraFeeds: 250 },
    shows: `li:nth-child(${Math.min(rowCount, 10)}) ${LINE}`,
  })),
  ...(['comfortable', 'compact'] as const).map((density) => ({
    name: `figures-${density}`,
    settings: (ids: readonly string[]) => ({
      rowNames: Object.fromEntries(ids.slice(0, 3).map((id) => [id, NAME])),
      listView: { groupId: null, sort: 'hand', density, changePeriod: '24h' },
    }),
    before: setFigures,
    shows: LINE,
  })),
  {
    name: 'holdings',
    settings: (ids) => ({
      holdings: Object.fromEntries(ids.slice(0, 6).map((id, at) => [id, holding(at)])),
      valuesShown: true,
    }),
    shows: '[data-part="value"]',
  },
  {
    name: 'stale',
    views: BOTH,
    isAlwaysOpen: true,
    service: { lagSeconds: 900 },
    shows: '[data-standing="stale"]',
  },
  {
    name: 'closed',
    views: BOTH,
    service: { lagSeconds: DAY_SECONDS },
    before: closeMarkets,
    shows: '[data-standing="closed"]',
  },
  {
    name: 'previous-close',
    views: BOTH,
    before: endSessions,
    settings: () => ({
      listView: { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: 'close' },
    }),
    shows: `li:last-child ${LINE}`,
  },
  {
    name: 'not-covered',
    views: BOTH,
    before: ({ service, ids }) => void service.fail({ kind: 'not-entitled', ids: ids.slice(1, 3) }),
    shows: '[data-status="not-covered"]',
  },
  {
    name: 'refused',
    views: BOTH,
    // The service's signers are unknown.
    settings: () => ({ signatures: 'require', trust: undefined }),
    shows: '[data-standing="refused"]',
  },
  {
    name: 'failed-proof',
    views: BOTH,
    after: ({ service }) => service.tamper('wrong-proof'),
    shows: '[data-status="unverified"]',
  },
  {
    name: 'token-expired',
    views: [...BOTH, 'go-live'],
    after: ({ service }) => failing(service, { kind: 'status', status: 401 }),
    shows: 'footer > [role="status"] + button',
  },
  {
    name: 'limited',
    after: ({ service }) =>
      failing(service, { kind: 'status', status: 429, headers: { 'retry-after': '42' } }),
    shows: '[data-status="offline"]',
  },
  {
    name: 'offline',
    views: BOTH,
    service: { lagSeconds: DAY_SECONDS },
    after: goOffline,
    shows: '[data-status="offline"]',
  },
  {
    name: 'collecting',
    views: BOTH,
    hasNoHistory: true,
    before: ({ service }) =>
      void service.fail({ kind: 'hang', where: 'before', path: PAST_PRICES }),
    shows: PRICE,
  },
  {
    name: 'waiting',
    views: BOTH,
    hasNoHistory: true,
    before: ({ service }) =>
      void service.fail({ kind: 'hang', where: 'before', path: 'v2/updates' }),
    shows: '[data-part="watchlist"] > li:last-child',
  },
  { name: 'alerts', views: BOTH, after: addAlerts, shows: `li:last-child ${LINE}` },
];

/** The settings of a user who reads from a local service and trusts its signers. */
export function settingsFor(
  stage: Stage,
  { settings, hasNoHistory = false }: PictureState,
): Record<string, unknown> {
  return {
    connection: { baseUrl: stage.service.url, headers: [] },
    ...(!hasNoHistory && {
      historyServices: { first: { baseUrl: stage.historyUrl, headers: [] } },
    }),
    watchlist: stage.ids,
    trust: trustInLocal(),
    ...settings?.(stage.ids),
  };
}

function setFigures({ service, ids }: Stage): void {
  for (const [at, price] of FIGURES.entries()) service.setPrice(ids[at + 2] ?? '', price);
}

/** No market is open at the time of the picture. */
async function closeMarkets({ service }: Stage): Promise<void> {
  await setSchedules(service, () => CLOSED);
}

/** The regular hours of stocks ended two hours ago, though the service has newer prices of them. */
async function endSessions({ service }: Stage): Promise<void> {
  const end = Temporal.Now.plainTimeISO('UTC').subtract({ hours: 2 });
  const day = `0000-${end.toString({ smallestUnit: 'minute' }).replace(':', '')}`;
  const hours = `Etc/UTC;${Array(7).fill(day).join(',')};`;
  await setSchedules(service, ({ asset_type }) => (asset_type === 'Equity' ? hours : undefined));
}

/** Replaces schedules of the feed list. */
async function setSchedules(
  service: PriceService,
  scheduleOf: (attributes: Record<string, string>) => string | undefined,
): Promise<void> {
  const path = 'v2/price_feeds';
  const response = await fetch(`${service.url}/${path}`);
  const feeds = (await response.json()) as { attributes: Record<string, string> }[];
  for (const { attributes } of feeds) {
    const schedule = scheduleOf(attributes);
    if (schedule !== undefined) attributes['schedule'] = schedule;
  }
  service.fail({ kind: 'body', body: JSON.stringify(feeds), path });
}

function failing(service: PriceService, fault: Parameters<PriceService['fail']>[0]): void {
  service.fail({ ...fault, path: 'v2/updates' });
  service.endStreams();
}

/** The browser is started again without the service: it has the prices of the last time. */
async function goOffline({ service, browser, ids }: Stage): Promise<void> {
  // The extension saves them too, but rarely.
  const prices = await Promise.all(
    ids.map(async (id) => {
      return [id, readLatest(await browser.storageGet('session', latestKey(id)))];
    }),
  );
  await service.close();
  await browser.storageSet('local', { lastKnown: Object.fromEntries(prices) });
  await browser.reinstall();
}

/** Two levels close to the price, which the chart shows, and one far away. */
async function addAlerts({ browser }: Stage, list: Page): Promise<void> {
  const price = await list.$eval(`[data-id="${BTC_USD}"] [data-part="price"]`, (element) =>
    Number(element.getAttribute('value')),
  );
  const level = (share: number): string => (price * share).toFixed(2);
  await browser.storageSet('local', {
    alerts: [
      above('near', BTC_USD, level(1.004)),
      {
        ...above('below', BTC_USD, level(0.99)),
        trigger: { kind: 'crosses', direction: 'below', level: level(0.99) },
      },
      above('far', BTC_USD, level(2)),
    ],
  });
  await settled(list);
}
