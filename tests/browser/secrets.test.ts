import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { messagesOf } from '../../lib/base/locale/build/messages.ts';
import { t, type MessageKey } from '../../lib/base/locale/t.ts';
import type { Fault } from '../price-service/server.ts';
import { readLocale } from '../tools/locale-texts.ts';
import { anyOf, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
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
const HAVE_TO_SAVE = ['options.html#connection', 'options.html#stake-caps'];

// Everything that a page copies or saves leaves by one of these.
const OUTPUT_BUTTONS = anyOf(
  messagesOf(readLocale('en'))
    .map(({ key }) => key as MessageKey)
    .filter((key) =>
      /(?:copy|save|csv|json|bytes)\w*(?:Button|Label)$|^export\..*Button$/i.test(key),
    )
    .map((key) => messageWithin(key)),
);

const kind = inject('browserKind');

let scene: Scene;
let turn = 0;

beforeAll(async () => {
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
    await scene.browser.closePage(page);
  });

  it('although some views have something to copy or to save', () => {
    expect(viewsWithOutput).toEqual(expect.arrayContaining(HAVE_TO_SAVE));
  });
});

const faults: [string, Fault][] = [
  ...[401, 503].map((status): [string, Fault] => [
    `status ${status}`,
    { kind: 'status', status, body: ECHO, headers: { 'retry-after': '1' } },
  ]),
  ['a page in place of an answer', { kind: 'body', body: `<html>${ECHO}</html>` }],
  ['an answer of another shape', { kind: 'body', body: JSON.stringify({ [ECHO]: ECHO }) }],
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
    const seen = JSON.stringify(await dumpPage(popup));
    const { title } = await scene.browser.badge();
    expect(hiddenIn(seen + title)).toEqual([]);

    const options = await scene.openOptions();
    await click(options, 'button', t('connection.testButton'));
    await says(options, t('connection.testButton'), /\w/);
    const dump = await dumpPage(options);
    expect(hiddenIn(dump.document + dump.stored)).toEqual([]);
    await recover();
  });
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

function alertBelow(level: string) {
  return {
    id: ALERT_ID,
    feedId: BTC_USD,
    trigger: { kind: 'crosses', direction: 'below', level },
  };
}
