import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import {
  startPriceService,
  type PriceService,
  type RequestRecord,
} from '../price-service/server.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { click, priceOf, says } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

// Where a redirect leads is hidden from extensions. What each service received shows that header
// values reach the origin of the base URL only.

const HEADER_SECRET = 'hdr-5ecret-3f1b9c';
const TOKEN_SECRET = 'tok-5ecret-8d2e7a';
// All of them change the method only for requests with a body, and there are none.
const STATUSES = process.env['ALL_SPECS'] ? ([301, 302, 307] as const) : ([302] as const);
const STREAM = '/v2/updates/price/stream';
const LATEST = '/v2/updates/price/latest';
const QUERY = `ids[]=${BTC_USD}`;

let scene: Scene;
let other: PriceService;
let turn = 0;

beforeAll(async () => {
  other = await startPriceService({ updatesPerSecond: 0.1, greets: true });
  scene = await startScene();
});

afterEach(async () => {
  scene.service.clearFaults();
  other.clearFaults();
  await scene.closePages();
});

afterAll(async () => {
  await scene?.end();
  await other?.close();
});

describe('a stream that is redirected', () => {
  it.each(STATUSES)('%d to another origin: without headers', async (status) => {
    // Only the stream: if all calls were redirected, the rate limit would be exceeded.
    const location = `${other.url}${STREAM}?${QUERY}`;
    scene.service.fail({ kind: 'redirect', status, location, path: STREAM });
    const before = other.requests.length;
    await connect();
    const popup = await scene.openPopup();
    await until(() => other.requests.slice(before).some(({ path }) => path === STREAM), {
      what: 'the stream of the other origin',
    });
    await priceOf(popup, 'BTC/USD');
    await says(popup, t('footer.label'), messageWithin('connectionState.live'));
    expect(streamsWithHeaders(scene.service).length).toBeGreaterThan(0);
    expect(hiddenIn(other)).toEqual([]);
  });

  it.each(STATUSES)('%d within its origin: with headers', async (status) => {
    // Not the stream's own path, which is redirected.
    const location = `${LATEST}?${QUERY}&redirected`;
    const before = scene.service.requests.length;
    // Before the new connection, which may stream at once: a page was open a moment ago.
    scene.service.fail({ kind: 'redirect', status, location, path: STREAM });
    await connect();
    await scene.openPopup();
    const reached = await until(
      () =>
        scene.service.requests
          .slice(before)
          .find(({ query, headers }) => query.includes('redirected') && 'x-key' in headers),
      { what: 'the redirected request with headers' },
    );
    expect(reached.headers['x-key']).toBe(HEADER_SECRET);
    expect(reached.headers['authorization']).toBe(`Bearer ${TOKEN_SECRET}`);
  });
});

it('polls are redirected to another origin without headers', async () => {
  const location = `${other.url}${LATEST}?${QUERY}`;
  scene.service.fail({ kind: 'redirect', status: 302, location, path: LATEST });
  const before = other.requests.length;
  await connect();
  // Only then: a change of the connection ends the polls that were under way.
  await until(() => scene.service.requests.some(isOfThisTurn), { what: 'the new connection' });
  await scene.browser.storageSet('session', commandItems('refresh'));
  await until(
    () =>
      other.requests.slice(before).some(({ path, status }) => path === LATEST && status === 200),
    { what: 'the redirected poll' },
  );
  expect(hiddenIn(other)).toEqual([]);
});

it('another origin that requires the headers does not get them, and the user learns why', async () => {
  const location = `${other.url}${STREAM}?${QUERY}`;
  scene.service.fail({ kind: 'redirect', status: 307, location, path: 'updates/price' });
  other.fail({ kind: 'status', status: 401, body: 'unauthorized' });
  await connect();
  const popup = await scene.openPopup();
  await says(popup, t('footer.label'), messageWithin('serviceProblem.redirected'));
  await scene.resetRateLimit();
  const options = await scene.openOptions();
  await click(options, 'button', t('connection.testButton'));
  await says(options, t('connection.testButton'), messageWithin('serviceProblem.redirected'));
  expect(hiddenIn(other)).toEqual([]);
});

it('the other origin received no preflight for the headers', () => {
  expect(other.requests.length).toBeGreaterThan(0);
  expect(hiddenIn(other)).toEqual([]);
  expect(other.preflights).toEqual([]);
});

/** Reconnects, as a change of the settings does. */
async function connect(): Promise<void> {
  turn += 1;
  await scene.resetRateLimit();
  await scene.browser.storageSet('local', {
    connection: {
      baseUrl: scene.service.url,
      headers: [
        { name: 'Authorization', value: `Bearer ${TOKEN_SECRET}` },
        { name: 'X-Key', value: HEADER_SECRET },
        { name: 'X-Turn', value: String(turn) },
      ],
    },
  });
}

function isOfThisTurn({ headers }: RequestRecord): boolean {
  return headers['x-turn'] === String(turn);
}

function streamsWithHeaders({ requests }: PriceService) {
  return requests.filter(
    ({ path, headers }) => path === STREAM && headers['x-key'] === HEADER_SECRET,
  );
}

function hiddenIn({ requests, preflights }: PriceService): string[] {
  const text = JSON.stringify([requests, preflights]);
  return [HEADER_SECRET, TOKEN_SECRET, 'x-key', 'x-turn'].filter((word) => text.includes(word));
}
