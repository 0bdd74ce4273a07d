import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtExtension, TESTED_LANGUAGES } from '../tools/build.ts';
import { until } from '../tools/until.ts';
import { above } from './alert-rules.ts';
import { priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';
import { allViews } from './views.ts';

const kind = inject('browserKind');
const ALERT_ID = 'an-alert';
const CUT = 'width: 20px; overflow: hidden; white-space: nowrap';
// The popup's width, and the options page at 1280 px and 200 % zoom.
const WIDTHS = { 'popup.html': 380, 'options.html': 640 } as const;

describe.for(TESTED_LANGUAGES)('in the language %s', (language) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await startScene({ browser: { extensionDir: builtExtension(kind, language) } });
    await scene.connect();
    await scene.browser.storageSet('local', {
      alerts: [above(ALERT_ID, BTC_USD, '65000')],
      holdings: { [BTC_USD]: { quantity: '0.5', cost: { perUnit: '50000', currency: 'USD' } } },
      valuesShown: true,
    });
    // Afterward each view has its content at once.
    await priceOf(await scene.openPopup(), 'BTC/USD');
    await until(() => scene.browser.storageGet('local', 'catalogueStatus'), {
      what: 'the feed list',
    });
    scene.service.setRate(0);
    await scene.closePages();
  });

  afterEach(() => scene.closePages());

  afterAll(() => scene?.end());

  it.for(viewsIn(language))('%s can be read', async (view) => {
    const page = await scene.browser.openPage(view);
    try {
      const name = view.startsWith('popup') ? 'popup.html' : 'options.html';
      await page.setViewport({ width: WIDTHS[name], height: 700 });
      await settled(page);
      // The navigation covers what is scrolled under it.
      await page.evaluate(() => scrollTo(0, 0));
      expect(await textFaults(page)).toEqual([]);
      const direction = await page.evaluate(() => getComputedStyle(document.body).direction);
      expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
    } finally {
      await scene.browser.closePage(page);
    }
  });

  it('a text that is cut, covered, over another or outside would be found', async () => {
    const page = await scene.openOptions('#alerts');
    await settled(page);
    expect(await textFaults(page)).toEqual([]);
    const heading = await page.evaluate(spoil, CUT, false);
    expect(await textFaults(page)).toContain(`cut: ${heading}`);
    await page.evaluate(layOverNext);
    const overlaps = (await textFaults(page)).filter((fault) => fault.startsWith('overlap: '));
    expect(overlaps).toContainEqual(expect.stringContaining(heading));
    await page.evaluate(spoil, '', true);
    expect(await textFaults(page)).toContain(`covered: ${heading}`);
    await page.evaluate(spoil, 'min-width: 3000px', false);
    expect(await textFaults(page)).toContainEqual(expect.stringMatching(/^wider than \d+ px$/));
  });

  it('no page failed', () => {
    expect(scene.browser.pageErrors).toEqual([]);
  });
});

/** All views; except for a release, each in only one of the languages. */
function viewsIn(language: string): string[] {
  const place = TESTED_LANGUAGES.indexOf(language);
  return allViews(ALERT_ID).filter(
    (_, at) => process.env['ALL_SPECS'] !== undefined || at % TESTED_LANGUAGES.length === place,
  );
}

// These run in the page.

/** Gives the first visible heading a style, and returns its text. */
function spoil(style: string, isCovered: boolean): string {
  const heading = [...document.querySelectorAll<HTMLElement>('main h2')].find((each) =>
    each.checkVisibility(),
  )!;
  heading.style.cssText = style;
  if (isCovered) {
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 1000';
    document.body.append(cover);
  }
  return heading.textContent.trim();
}

/** Moves that heading to the beginning of a text below it. */
function layOverNext(): void {
  const isSeen = (each: HTMLElement): boolean => each.checkVisibility();
  const heading = [...document.querySelectorAll<HTMLElement>('main h2')].find(isSeen)!;
  heading.style.cssText = 'pointer-events: none';
  const from = heading.getBoundingClientRect();
  const to = [...document.querySelectorAll<HTMLElement>('main :is(p, label, span)')]
    .filter((each) => isSeen(each) && each.childElementCount === 0 && each.innerText.trim() !== '')
    .map((each) => each.getBoundingClientRect())
    .find(({ top }) => top > from.bottom)!;
  const isRightToLeft = getComputedStyle(heading).direction === 'rtl';
  const across = isRightToLeft ? to.right - from.right : to.left - from.left;
  heading.style.translate = `${across}px ${to.top - from.top}px`;
}
