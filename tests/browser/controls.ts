import type { Page } from 'puppeteer-core';
import { inject } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until, within } from '../tools/until.ts';
import { readPopup, type PopupRow } from '../tools/popup-reader.ts';

// Elements are found as users find them: by role and accessible name.

export async function click(page: Page, role: string, name: string): Promise<void> {
  await page.locator(named(role, name)).click();
}

/** Clicks a button in a feed's row. */
export async function clickInRow(page: Page, feed: string, name: string): Promise<void> {
  await page.locator(`li[aria-label="${feed}"] button[aria-label="${name}"]`).click();
}

/** Opens the menu of a feed's row and chooses an item. */
export async function chooseInRow(page: Page, feed: string, item: string): Promise<void> {
  await clickInRow(page, feed, t('row.menuLabel', { name: feed }));
  await click(page, 'menuitem', item);
}

/** Opens the menu of the feed's details and chooses an item. */
export async function chooseInDetail(page: Page, feed: string, item: string): Promise<void> {
  const name = t('row.menuLabel', { name: feed });
  await page.locator(`[data-view="feed"] header button[aria-label="${name}"]`).click();
  await click(page, 'menuitem', item);
}

/** Replaces the text of a field. */
export async function fill(page: Page, role: string, name: string, text: string): Promise<void> {
  const field = page.locator(named(role, name));
  const handle = await field.waitHandle();
  // `fill` empties a field without an event, so a render before the first key would restore its text.
  const isSelected = await handle.evaluate((element) => {
    if (
      !(element instanceof HTMLInputElement) ||
      !/^(?:text|search|url|password)$/.test(element.type)
    ) {
      return false;
    }
    element.select();
    return element.value !== '' && !element.disabled && !element.readOnly;
  });
  if (isSelected) await handle.press('Backspace');
  await field.fill(text);
}

// A call in Firefox may get lost while the page's frames load; then it never returns.
const LOST_AFTER_MS = 15_000;

/** Waits for an element of this role and name. */
export async function appears(page: Page, role: string, name: string): Promise<void> {
  await until(() => within(() => page.locator(named(role, name)).waitHandle(), LOST_AFTER_MS), {
    what: `the ${role} "${name}"`,
  });
}

/** Waits until the text of the live region matches, and returns it. */
export function says(page: Page, name: string, pattern: RegExp): Promise<string> {
  return until(
    async () => {
      const text = await page.evaluate(readStatus, name);
      return pattern.test(text) ? text : undefined;
    },
    { what: `the status "${name}" to say ${pattern}` },
  );
}

/** Waits until the popup's watchlist satisfies `fits`, and returns it. */
export function watchlist(
  page: Page,
  what: string,
  fits: (rows: PopupRow[]) => boolean,
): Promise<PopupRow[]> {
  return until(
    async () => {
      const { rows } = await readPopup(page);
      return fits(rows) ? rows : undefined;
    },
    { what: `the watchlist: ${what}` },
  );
}

/** Waits for a price in a feed's row that satisfies `fits`, and returns the exact value. */
export async function priceOf(
  page: Page,
  name: string,
  fits: (value: string) => boolean = () => true,
): Promise<string> {
  const find = (rows: PopupRow[]): string | undefined =>
    rows.find((row) => row.name === name)?.value ?? undefined;
  const rows = await watchlist(page, `a price of ${name}`, (all) => {
    const value = find(all);
    return value !== undefined && fits(value);
  });
  return find(rows) ?? '';
}

/**
 * A selector by role and name as the browser computes them. Firefox takes up to a second for a whole
 * document, so it is only asked about elements whose attributes, text or label give the name.
 */
function named(role: string, name: string): string {
  const computed = `::-p-aria([name="${name}"][role="${role}"])`;
  if (inject('browserKind') !== 'firefox') return computed;
  const text = `translate(normalize-space(.), " ", "") = "${name.replaceAll(' ', '')}"`;
  const candidates = [
    `//*[@aria-label = "${name}" or ${text} or text()[normalize-space(.) = "${name}"]]`,
    // A menu item by its text, without its shortcut.
    `//button[*[${text}]]`,
    // A link of several parts.
    `//a[*[normalize-space(.) != "" and starts-with("${name}", normalize-space(.))]]`,
    `//label[*[${text}] or starts-with(normalize-space(.), "${name}")]`,
    `//*[@id = //label[${text}]/@for]`,
    `//*[@aria-labelledby = //*[${text}]/@id]`,
  ];
  return `::-p-xpath(${candidates.join(' | ')}) ${computed}`;
}

// Runs in the page.
function readStatus(name: string): string {
  const status = [...document.querySelectorAll('[role="status"], output')].find(
    (element) => element.getAttribute('aria-label') === name,
  );
  return (status?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
