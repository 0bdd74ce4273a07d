import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ICON_SIZES, iconPixels, type IconFace } from '../../lib/domain/prices/icon-pixels.ts';
import type { BadgeView } from '../../lib/domain/watchlist/badge.ts';
import { withWorker } from '../tools/chromium-worker.ts';
import { until } from '../tools/until.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;
let popup: Page;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  popup = await scene.openPopup();
  setPrice(81_303.26);
  await show({ look: 'icon' });
});

afterAll(() => scene?.end());

describe('the price in the icon', () => {
  it('is drawn for both kinds of screens, and leaves the badge empty', async () => {
    const face = await faceWith('81', '303');
    expect((await scene.browser.badge()).text).toBe('');
    if (inject('browserKind') === 'firefox') return;
    await recordIcons(popup);
    setPrice(81_404.26);
    const next = await faceWith('81', '404');
    expect(next.lines).not.toEqual(face.lines);
    const drawn = (await recordedIcons(popup)).at(-1);
    for (const size of ICON_SIZES) {
      expect(drawn?.[size]).toEqual([...iconPixels(next, size)]);
    }
  });

  it('gives way to the badge for what does not fit, and comes back', async () => {
    setPrice(1_303_261);
    await badgeWith('1.3M');
    await logo();
    setPrice(81_303.26);
    await faceWith('81', '303');
    await badgeWith('');
  });

  it('is one line above its change, if both are wanted', async () => {
    await show({ look: 'both' });
    await faceWith('81K', '');
    await until(async () => /^(?:[–0]|[+-].+)$/.test((await scene.browser.badge()).text), {
      what: 'a change on the badge',
    });
  });
});

async function show(view: Partial<BadgeView>): Promise<void> {
  const value = { look: 'badge', subject: 'feed', ...view };
  await scene.browser.storageSet('local', { badgeView: { $version: 2, value } });
}

function setPrice(price: number): void {
  const mantissa = String(Math.round(price * 100)) + '000000';
  scene.service.setPrice(BTC_USD, { price: mantissa, conf: '2000000000', expo: -8 });
}

async function logo(): Promise<void> {
  await until(async () => (await scene.browser.storageGet('session', 'shownIcon')) === 'logo', {
    what: 'the mark of Pricelight',
  });
}

/** Waits until the browser has taken the icon with these lines. */
async function faceWith(...lines: [string, string]): Promise<IconFace> {
  return await until(
    async () => {
      const stored = await scene.browser.storageGet('session', 'shownIcon');
      const isWanted = String(stored).startsWith(JSON.stringify({ lines }).slice(0, -1));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it is written
      return isWanted ? (JSON.parse(String(stored)) as IconFace) : undefined;
    },
    { what: `an icon with ${lines.join(' and ')}` },
  );
}

async function badgeWith(text: string): Promise<void> {
  await until(async () => (await scene.browser.badge()).text === text, { what: `badge “${text}”` });
}

type Recorded = Record<string, number[]>;

/** Has the worker record what it gives to the browser as its icon, from now on. */
async function recordIcons(page: Page): Promise<void> {
  await inWorker(
    page,
    `globalThis.recordedIcons = [];
     const { setIcon } = chrome.action;
     chrome.action.setIcon = (given) => {
       recordedIcons.push(
         Object.fromEntries(
           Object.entries(given.imageData ?? {}).map(([size, { data }]) => [size, [...data]]),
         ),
       );
       return setIcon.call(chrome.action, given);
     };`,
  );
}

async function recordedIcons(page: Page): Promise<Recorded[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- recorded above
  return (await inWorker(page, 'recordedIcons')) as Recorded[];
}

async function inWorker(page: Page, expression: string): Promise<unknown> {
  return await withWorker(page, async (worker) => {
    const { result, exceptionDetails } = await worker.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  });
}
