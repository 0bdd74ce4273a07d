import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { messagePattern } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { priceOf } from './controls.ts';
import { above } from './alert-rules.ts';
import { BTC_USD, LISTED } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';

const VIEW = { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' };
// Tiny, long, negative and long, negative, usual.
const PRICES = [
  { price: '12', conf: '1', expo: -10 },
  { price: '99999999999', conf: '900', expo: -4 },
  { price: '-99999999999', conf: '900', expo: -4 },
  { price: '-4213', conf: '2', expo: -3 },
  { price: '231412345', conf: '50000', expo: -6 },
];
const NAMES = ['A display name of exactly forty letters', '', 'W'.repeat(40), '', ''];

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  await scene.connect();
  for (const [at, price] of PRICES.entries()) scene.service.setPrice(LISTED[at] ?? '', price);
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

it.for(['comfortable', 'compact'])('the %s rows can be read at any width', async (density) => {
  const names = LISTED.flatMap((id, at) => (NAMES[at] ? [[id, NAMES[at]]] : []));
  await scene.browser.storageSet('local', {
    rowNames: Object.fromEntries(names),
    listView: { ...VIEW, density },
  });
  const popup = await scene.openPopup();
  await priceOf(popup, 'ETH/USD', (value) => value === '9999999.9999');
  await popup.locator('li:last-child [aria-haspopup="menu"]').wait();
  for (const width of [280, 320, 380, 640, 1_200]) {
    await popup.setViewport({ width, height: 700 });
    // The view beside the list slides in.
    const faultsNow = async () =>
      (await popup.evaluate(rowFaults)).map((fault) => `${fault} at ${width} px`);
    await expect.poll(faultsNow).toEqual([]);
    // The body asks for the toolbar popup's width, whatever the page gets.
    const faults = await textFaults(popup);
    const unexpected = faults.filter((fault) => !fault.startsWith('wider than'));
    expect.soft(unexpected, `at ${width} px`).toEqual([]);
  }
});

it.for([
  [1_600, 900, 560, 3],
  [1_200, 800, 440, 2],
] as const)('a dashboard of %i × %i px shows four facts a column', async (sizes) => {
  const [width, height, listWidth, columns] = sizes;
  scene.service.setPrice(BTC_USD, { price: '6400000000000', conf: '1600000000', expo: -8 });
  await scene.browser.storageSet('local', {
    rowNames: {},
    groups: [{ id: 'g', name: 'A group', feedIds: [BTC_USD] }],
    listView: { ...VIEW, sort: 'group' },
    holdings: { [BTC_USD]: { quantity: '0.25', cost: null } },
    alerts: [above('a', BTC_USD, '65000'), above('b', BTC_USD, '66000')],
  });
  const popup = await scene.openPopup();
  await popup.setViewport({ width, height });
  await popup.locator('[data-part="group-heading"] b').wait();
  await popup.locator('[data-part="proof"]').wait();
  await settled(popup);
  await expect
    .poll(() => popup.evaluate(dashboard))
    .toEqual({
      list: listWidth,
      field: 36,
      columns,
      low: [],
      isTotalShown: true,
    });
  const chartEnd = await popup.$eval('[data-scrolls] > :last-child', topOf);
  await popup.evaluate((id) => {
    location.hash = `#alerts/new/${id}`;
  }, BTC_USD);
  await popup.locator('[data-part="rehearsal"]').wait();
  await expect.poll(() => popup.$eval('[data-scrolls] > :last-child', topOf)).toBe(chartEnd);
  await scene.browser.storageSet('local', { groups: [], holdings: {}, alerts: [] });
});

// At most this many elements, so that a long list opens as fast as a short one.
const MOST_ELEMENTS = 18;
// A mark of up to two paths, and its words.
const MOST_OF_EXCEPTION = 4;

it('the whole row opens the feed', async () => {
  await scene.browser.storageSet('local', { rowNames: {}, listView: VIEW });
  const popup = await scene.openPopup();
  await priceOf(popup, 'BTC/USD');
  await popup.locator('li:first-child [aria-haspopup="menu"]').wait();
  for (const width of [320, 380, 1_200]) {
    await popup.setViewport({ width, height: 700 });
    await settled(popup);
    const points = await popup.evaluate(pointsInFirstRow);
    expect(points.length).toBeGreaterThan(7);
    for (const { x, y } of points) {
      const place = `${x}, ${y} at ${width} px`;
      await popup.mouse.click(x, y);
      await until(() => popup.evaluate(() => location.hash !== ''), { what: `a feed at ${place}` });
      await popup.evaluate(() => {
        location.hash = '';
      });
      await until(() => popup.evaluate(isRowAt, { x, y }), { what: `the list at ${place}` });
    }
  }
});

it.for([
  ['calm', MOST_ELEMENTS, {}],
  ['unusual', MOST_ELEMENTS + MOST_OF_EXCEPTION, { schedule: 'America/New_York;C,C,C,C,C,C,C;' }],
] as const)('a row that is %s has at most %i elements', async ([kind, most, change]) => {
  const feeds = FIRST_DEFAULT_FEEDS.map(({ id, attributes }) => [id, { ...attributes, ...change }]);
  await scene.browser.storageSet('local', {
    rowNames: {},
    listView: VIEW,
    followedFeeds: Object.fromEntries(feeds),
  });
  const popup = await scene.openPopup();
  await priceOf(popup, 'ETH/USD');
  const shown = kind === 'calm' ? 'small' : '[data-part="exception"]';
  await popup.locator(`li:nth-child(2):has([aria-haspopup="menu"]) ${shown}`).wait();
  const count = () => popup.evaluate(() => document.querySelectorAll('li:nth-child(2) *').length);
  expect((await count()) + 1).toBeLessThanOrEqual(most);
});

it.for([
  ['in 2 to 6 days', 2, '1000-1600'],
  ['in a week', null, '0000-0001'],
] as const)('a closed row says that its market opens %s, uncut', async ([, after, hours]) => {
  const now = Temporal.Now.zonedDateTimeISO('UTC');
  const feeds = FIRST_DEFAULT_FEEDS.map(({ id, attributes }, at) => {
    const opens = now.add({ days: after === null ? 0 : after + at }).dayOfWeek;
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => (day === opens ? hours : 'C'));
    return [id, { ...attributes, schedule: `UTC;${days.join(',')};` }];
  });
  for (const id of LISTED) scene.service.setPrice(id, { price: '10341277', conf: '90', expo: -2 });
  await scene.browser.storageSet('local', {
    rowNames: {},
    listView: VIEW,
    followedFeeds: Object.fromEntries(feeds),
  });
  const popup = await scene.openPopup();
  // Some scrollbars take 10 px.
  await popup.setViewport({ width: 370, height: 600 });
  await priceOf(popup, 'ETH/USD', (value) => value === '103412.77');
  await popup.locator('li:last-child [data-part="exception"]').wait();
  const words = await popup.$$eval('[data-part="exception"] > span', (spans) =>
    spans.map((span) => [span.textContent, span.scrollWidth - span.clientWidth] as const),
  );
  expect(words[0]?.[0]).toMatch(messagePattern('row.opens'));
  expect(words.filter(([, cut]) => cut > 0)).toEqual([]);
});

it('tabs that do not fit can be scrolled with a button and the wheel', async () => {
  const many = Array.from({ length: 6 }, (_, n) => ({
    id: `g${n}`,
    name: `Group ${n}`,
    feedIds: [],
  }));
  await scene.browser.storageSet('local', { groups: many, rowNames: {}, listView: VIEW });
  const popup = await scene.openPopup();
  await popup.locator('header [data-side="after"]').click();
  // The wheel turns where the pointer last moved to; Firefox's driver does not count a click.
  await popup.locator('header [data-side="before"]').hover();
  await popup.mouse.wheel({ deltaY: 2_000 });
  await until(async () => (await popup.$('header [data-side="after"]')) === null, {
    what: 'the end of the tabs',
  });
  await popup.mouse.wheel({ deltaY: -4_000 });
  await until(async () => (await popup.$('header [data-side="before"]')) === null, {
    what: 'the start of the tabs',
  });
});

// Runs in the page.
function isRowAt({ x, y }: { x: number; y: number }): boolean {
  return Boolean(document.elementFromPoint(x, y)?.closest('[data-part="watchlist"] > li'));
}

// Runs in the page. A grid of points in the first row, without those on its buttons.
function pointsInFirstRow(): { x: number; y: number }[] {
  const row = document.querySelector('[data-part="watchlist"] > li');
  if (!row) return [];
  const { left, top, width, height } = row.getBoundingClientRect();
  return [0.15, 0.85]
    .flatMap((down) =>
      Array.from({ length: 6 }, (_, at) => ({
        x: left + (width * (at + 0.2)) / 5.4,
        y: top + height * down,
      })),
    )
    .filter(({ x, y }) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && row.contains(hit) && hit.closest('button') === null;
    });
}

// Runs in the page.
function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

// Runs in the page. The first four facts of each column must be above the footer.
function dashboard() {
  const heightOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().height;
  const footer = document.querySelector('#root > footer')?.getBoundingClientRect().top ?? 0;
  const facts = Array.from(
    document.querySelectorAll(
      '[data-view="feed"] section :is(dl > div, dl:not(:has(> div)), li, [data-part="proof"]):not(details *)',
    ),
    (fact) => ({ box: fact.getBoundingClientRect(), words: fact.textContent }),
  ).filter(({ box }) => box.height > 0);
  const byColumn = Map.groupBy(facts, ({ box }) => Math.round(box.left));
  const first = [...byColumn.values()].flatMap((column) => column.slice(0, 4));
  return {
    list: Math.round(document.querySelector('#root section')?.getBoundingClientRect().width ?? 0),
    field: heightOf('[role="search"] > input'),
    columns: byColumn.size,
    low: first.filter(({ box }) => box.bottom > footer || box.height > 36).map((f) => f.words),
    isTotalShown: (heightOf('[data-part="group-heading"] b') ?? 0) > 0,
  };
}

// Runs in the page. Finds parts of a row that overlap, or that are too narrow to be read.
function rowFaults(): string[] {
  const faults: string[] = [];
  const root = document.querySelector('#root');
  if (root && root.scrollWidth > root.clientWidth) faults.push('wider than the page');
  for (const row of document.querySelectorAll('[data-part="watchlist"] > li')) {
    const name = row.getAttribute('aria-label') ?? '';
    const boxes = ['b > a', '[data-part="spark"]', '[data-part="price"]'].flatMap((part) => {
      const box = row.querySelector(part)?.getBoundingClientRect();
      return box && box.width > 0 ? [{ part, left: box.left, right: box.right }] : [];
    });
    for (const [at, { part, left, right }] of boxes.entries()) {
      const next = boxes[at + 1];
      if (next && right > next.left + 0.5) faults.push(`${name}: ${part} over ${next.part}`);
      if (part === 'b > a' && right - left < 40) faults.push(`${name}: only ${right - left} px`);
    }
    const change = row.querySelector('[data-part="change"]');
    const room = change?.parentElement?.clientWidth ?? 0;
    if (change && change.getBoundingClientRect().width > room + 1) {
      faults.push(`${name}: change cut`);
    }
    const last = boxes.at(-1);
    if (last && last.right > document.documentElement.clientWidth) faults.push(`${name}: outside`);
  }
  return faults;
}
