import type { Page } from 'puppeteer-core';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { watchlist } from './controls.ts';

/** Waits until the watchlist has these rows, in this order. */
export async function order(page: Page, names: readonly string[]): Promise<void> {
  await watchlist(
    page,
    names.join(', '),
    (rows) => rows.length === names.length && rows.every(({ name }, at) => name === names[at]),
  );
}

/** Picks up a row with the keyboard on its handle. */
export async function pickUp(page: Page, name: string): Promise<void> {
  const handle = `li[aria-label="${name}"] [data-part="handle"]`;
  // The handle is rendered after the first paint, and made to move when it has the focus.
  await page.locator(handle).wait();
  await isPutDown(page);
  await page.focus(handle);
  await page.locator(`${handle}[aria-roledescription]`).wait();
  await page.keyboard.press(' ');
  await isAnnounced(page, t('row.reorder.pickedUp', { name }));
}

/** Waits until no row is moving. */
export async function isPutDown(page: Page): Promise<void> {
  await until(async () => !(await page.$('[data-dnd-dragging], [data-dnd-placeholder]')), {
    what: 'the row to be put down',
  });
  // The library gives the focus back to the row one frame later.
  await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
}

/** Waits until screen readers are told where a row is. */
export async function isAnnounced(page: Page, text: string): Promise<void> {
  await until(async () => (await page.evaluate(readAnnouncement)).includes(text), {
    what: `the announcement "${text}"`,
  });
}

// Runs in the page, without access to this module.
function readAnnouncement(): string {
  return document.querySelector('[id^="dnd-kit-announcement"]')?.textContent ?? '';
}
