import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readLocale, textsOf } from '../tools/locale-texts.ts';
import { priceOf } from './controls.ts';
import { LISTED } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';

// The longest ones, and one without spaces.
const LANGUAGES = ['de', 'ja', 'pt-BR'];
// For a sentence of one line, or of two.
const HEIGHTS = [32, 48];
const IN_A_MINUTE = 60_000;
// The longest limit there is.
const STALE_AFTER_S = 86_400;

const PROBLEMS = [
  { code: 'unreachable' },
  { code: 'paused' },
  { code: 'http-status', status: 503 },
  { code: 'unverified-prices' },
];
const ONLY_USER_MENDS = ['prices-not-stored', 'redirected', 'services-paused'];

interface Stored {
  connection?: object;
  missing?: string;
  /** Milliseconds from now. */
  asked?: number;
}

// The state that the footer shows, its variant, and what the worker stores for it.
const STATES: [shown: string, variant: string, Stored][] = [
  ['live', '', {}],
  ['connecting', '', { connection: { state: 'connecting' } }],
  ['polling', '', { connection: { state: 'polling' } }],
  // When they are asked for later, all prices are old.
  ['stale', '', { asked: 2 * STALE_AFTER_S * 1_000 }],
  ['not-covered', '', { missing: 'not-covered' }],
  ['no-price', '', { missing: 'no-data' }],
  ...PROBLEMS.map((reason) => withProblem('offline', 'offline', reason)),
  ...ONLY_USER_MENDS.map((code) => withProblem('problem', 'stopped', { code })),
];

// Only in Chromium can the messages be replaced before a page starts.
describe.runIf(inject('browserKind') === 'chromium')('the sentence below the list', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await startScene({ service: { updatesPerSecond: 0 } });
    // No price may go stale before the last language had its turn.
    await scene.browser.storageSet('local', { staleLimitSeconds: STALE_AFTER_S });
    await scene.connect();
  });

  afterAll(() => scene?.end());

  it.for(LANGUAGES)('in the language %s can be read and moves no price', async (language) => {
    const popup = await scene.browser.openPage('popup.html');
    await popup.evaluateOnNewDocument(speak, Object.fromEntries(textsOf(readLocale(language))));
    await popup.reload();
    await priceOf(popup, 'BTC/USD');
    await settled(popup);
    for (const width of [380, 280]) {
      await popup.setViewport({ width, height: 600 });
      for (const [shown, variant, stored] of STATES) {
        const name = `${shown} ${variant} at ${width} px`;
        await store(scene, {});
        await popup.waitForSelector('[data-status="live"]');
        const before = await popup.evaluate(measure);
        await store(scene, stored);
        await popup.waitForSelector(`[data-status="${shown}"]`);
        const { footer, isCut, isBelow, rows } = await popup.evaluate(measure);
        expect.soft({ isCut, isBelow }, name).toEqual({ isCut: false, isBelow: false });
        expect.soft(rows, name).toEqual(before.rows);
        if (shown !== 'problem') expect.soft(HEIGHTS, name).toContain(footer);
        const faults = await textFaults(popup);
        const unexpected = faults.filter((fault) => !fault.startsWith('wider than'));
        expect.soft(unexpected, name).toEqual([]);
      }
    }
    await popup.close();
  });
});

function withProblem(
  shown: string,
  state: string,
  reason: { code: string },
): (typeof STATES)[number] {
  return [shown, reason.code, { connection: { state, reason } }];
}

function store({ browser }: Scene, { connection, missing, asked = 0 }: Stored): Promise<void> {
  const nextAttemptAt = Date.now() + IN_A_MINUTE;
  return browser.storageSet('session', {
    connectionState: { state: 'live', reason: null, remedy: null, nextAttemptAt, ...connection },
    lastAskedAt: Date.now() + asked,
    missingFeeds: missing === undefined ? {} : { [LISTED[1] ?? '']: missing },
  });
}

// The others run in the page.

declare const chrome: { i18n: { getMessage: (name: string) => string } };

function speak(texts: Record<string, string>): void {
  chrome.i18n.getMessage = (name) => texts[name] ?? '';
}

/** The footer's height, whether its sentence is cut or above its button, and where the rows are. */
function measure(): { footer: number; isCut: boolean; isBelow: boolean; rows: number[] } {
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
  const sentence = document.querySelector('footer p')!;
  return {
    isCut: sentence.scrollWidth > sentence.clientWidth,
    isBelow: boxOf(document.querySelector('footer button')!).top >= boxOf(sentence).bottom,
    footer: boxOf(document.querySelector('footer')!).height,
    rows: [...document.querySelectorAll('[data-part="watchlist"] > li')].map((row) => boxOf(row).y),
  };
}
