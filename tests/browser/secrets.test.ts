import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { messagesOf } from '../../lib/base/locale/build/messages.ts';
import { t, type MessageKey } from '../../lib/base/locale/t.ts';
import { answerPreflight, CORS_HEADERS } from '../price-service/cors.ts';
import type { Fault } from '../price-service/server.ts';
import { readLocale } from '../tools/locale-texts.ts';
import { anyOf, messageWithin } from '../tools/message-pattern.ts';
import { pause, until } from '../tools/until.ts';
import { click, priceOf, says } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';
import { dumpPage, recordOutput, settled } from './page-output.ts';
import { allViews } from './views.ts';

// Marked secrets in header values and in the path of the base URL. They may be in the stored
// connection settings and in the fields of that form, and nowhere else, whatever fails.

const HEADER_SECRET = 'hdr-5ecret-3f1b9c';
const TOKEN_SECRET = 'tok-5ecret-8d2e7a';
const PATH_SECRET = 'pth-5ecret-c41f60';
const SECRETS = [HEADER_SECRET, TOKEN_SECRET, PATH_SECRET];
const ECHO = `No ${HEADER_SECRET}, ${TOKEN_SECRET} at /${PATH_SECRET}/hermes/v2 for you.`;
const ALERT_ID = 'alert-of-this-test';
const HAVE_TO_SAVE = ['options.html#backup', 'options.html#diagnostics'];

// Everything that a page copies or saves leaves by one of these.
const OUTPUT_BUTTONS = anyOf(
  messagesOf(readLocale('en'))
    .map(({ key }) => key as MessageKey)
    .filter((key) =>
      /(?:copy|save|csv|json|bytes)\w*(?:Button|Label)$|^export\..*Button$/i.test(key),
    )
    .map((key) => messageWithin(key)),
);

const STREAM = '/price/stream';

const kind = inject('browserKind');

interface OtherOrigin {
  url: string;
  requests: { url: string; headers: NodeJS.Dict<string | string[]> }[];
  server: Server;
}

let scene: Scene;
let other: OtherOrigin;
let turn = 0;

beforeAll(async () => {
  other = await startOtherOrigin();
  scene = await startScene({
    service: { prefix: `/${PATH_SECRET}/hermes` },
    browser: { watchesWorker: true },
  });
  await scene.browser.storageSet('local', {
    connection: connectionOf('first'),
    alerts: [alertBelow('1')],
  });
});

afterEach(async () => {
  scene.service.clearFaults();
  await scene.closePages();
});

afterAll(async () => {
  await scene?.end();
  other?.server.close();
});

it('the service gets them', async () => {
  const popup = await scene.openPopup();
  await priceOf(popup, 'BTC/USD');
  const { headers } = scene.service.requests.find(({ ids }) => ids.length > 0) ?? {};
  expect(headers?.['x-key']).toBe(HEADER_SECRET);
  expect(headers?.['authorization']).toBe(`Bearer ${TOKEN_SECRET}`);
});

describe('nothing shows them', () => {
  const viewsWithOutput: string[] = [];

  it.each(allViews(ALERT_ID))('%s', async (view) => {
    const page = await scene.browser.openPage(view);
    await settled(page);
    const output = await recordOutput(page);
    const dump = await dumpPage(page);
    expect(hiddenIn(dump.document)).toEqual([]);
    expect(dump.fieldsInClear.filter((value) => SECRETS.slice(0, 2).includes(value))).toEqual([]);
    expect(hiddenIn(dump.stored)).toEqual([]);
    // Everything that the view lets the user copy or save.
    await output.pressAll(OUTPUT_BUTTONS, HAVE_TO_SAVE.includes(view));
    const text = await output.all();
    if (text !== '') viewsWithOutput.push(view);
    expect(hiddenIn(text)).toEqual([]);
    await page.close();
  });

  it('although some views have something to copy or to save', () => {
    expect(viewsWithOutput).toEqual(expect.arrayContaining(HAVE_TO_SAVE));
  });
});

const faults: [string, Fault][] = [
  ...[400, 401, 404, 429, 503].map((status): [string, Fault] => [
    `status ${status}`,
    { kind: 'status', status, body: ECHO, headers: { 'retry-after': '1' } },
  ]),
  ['a page in place of an answer', { kind: 'body', body: `<html>${ECHO}</html>` }],
  ['an answer of another shape', { kind: 'body', body: JSON.stringify({ [ECHO]: ECHO }) }],
  ['malformed answers', { kind: 'malformed' }],
  ['answers cut short', { kind: 'truncate' }],
  ['resets', { kind: 'reset', where: 'before' }],
  [
    'words in the stream',
    { kind: 'stream-lines', lines: `event: error\ndata: ${ECHO}\n\n`, end: true },
  ],
  ['bad events', { kind: 'stream-lines', lines: `data: {"${ECHO}":1}\n\n`, end: true }],
];

describe('no failure shows them', () => {
  it.each(faults)('%s', async (_, fault) => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    const before = scene.service.requests.length;
    scene.service.fail(fault);
    scene.service.endStreams();
    await until(() => scene.service.requests.slice(before).some(isAnswered), { what: 'a failure' });
    // Texts may change several times, so those of the first second are checked.
    const seen: string[] = [];
    const end = Date.now() + 1_000;
    while (Date.now() < end) {
      seen.push(JSON.stringify(await dumpPage(popup)));
      await pause(100);
    }
    const { title } = await scene.browser.badge();
    expect(hiddenIn([...seen, title].join('\n'))).toEqual([]);

    const options = await scene.openOptions();
    await click(options, 'button', t('connection.testButton'));
    await says(options, t('connection.testButton'), /\w/);
    const dump = await dumpPage(options);
    expect(hiddenIn(dump.document + dump.stored)).toEqual([]);
    await recover();
  });
});

describe('a redirect to another origin', () => {
  it.each([301, 302, 307] as const)('%d', async (status) => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    other.requests.length = 0;
    const location = `${other.url}/elsewhere`;
    scene.service.fail({ kind: 'redirect', status, location, path: STREAM });
    scene.service.endStreams();
    const reached = await until(() => other.requests[0], { what: 'the redirected request' });
    expect(reached.url).toBe('/elsewhere');
    expect(reached.headers['x-key']).toBeUndefined();
    expect(reached.headers['authorization']).toBeUndefined();
    expect(reached.headers['cookie']).toBeUndefined();
    expect(reached.headers['referer']).toBeUndefined();
    expect(hiddenIn(JSON.stringify(other.requests))).toEqual([]);
    await recover();
  });
});

it('no other request went to another origin', () => {
  expect(other.requests.every(({ url }) => url === '/elsewhere')).toBe(true);
  const strangers = scene.service.requests.filter(({ path }) => !path.startsWith('/v2/'));
  expect(strangers).toEqual([]);
});

it('neither the consoles nor the errors of pages and worker contain them', () => {
  if (kind === 'chromium') {
    // This line proves that the worker's console is watched.
    expect(scene.browser.consoleLines.join('\n')).toContain('Unreadable stream event.');
  }
  expect(hiddenIn(scene.browser.consoleLines.join('\n'))).toEqual([]);
  expect(hiddenIn(scene.browser.pageErrors.join('\n'))).toEqual([]);
});

/** Clears the faults and makes the extension retry at once, as a change of the settings does. */
async function recover(): Promise<void> {
  scene.service.clearFaults();
  await scene.closePages();
  turn += 1;
  await scene.browser.storageSet('local', {
    requestBudget: { sentAt: [], pausedUntil: 0 },
    connection: connectionOf(`turn-${turn}`),
  });
}

function connectionOf(desk: string) {
  return {
    baseUrl: scene.service.url,
    headers: [
      { name: 'Authorization', value: `Bearer ${TOKEN_SECRET}` },
      { name: 'X-Key', value: HEADER_SECRET },
      { name: 'X-Desk', value: desk },
    ],
  };
}

function hiddenIn(text: string): string[] {
  return SECRETS.filter((secret) => text.includes(secret));
}

function isAnswered({
  status,
  endedAt,
}: {
  status: number | null;
  endedAt: number | null;
}): boolean {
  return status !== null || endedAt !== null;
}

async function startOtherOrigin(): Promise<OtherOrigin> {
  const requests: OtherOrigin['requests'] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      answerPreflight(request, response);
      return;
    }
    requests.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(200, { ...CORS_HEADERS, 'content-type': 'text/event-stream' });
    response.write(':\n\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, server };
}

function alertBelow(level: string) {
  return {
    id: ALERT_ID,
    feedId: BTC_USD,
    trigger: { kind: 'crosses', direction: 'below', level },
  };
}
