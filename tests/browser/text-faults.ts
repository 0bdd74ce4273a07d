import type { Page } from 'puppeteer-core';

/**
 * Finds texts that a user cannot read as a whole: cut without a title, covered by something else, or
 * outside of a page that does not scroll sideways. One line for each.
 */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(findInPage);
}

// Runs in the page, without access to this module.
/* oxlint-disable unicorn/consistent-function-scoping */
function findInPage(): string[] {
  const faults: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push(`wider than ${width} px`);
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = ownText(element);
    if (text === '' || !isVisible(element)) continue;
    if (isCut(element) && !hasTitle(element)) faults.push(`cut: ${text}`);
    else if (isCovered(element)) faults.push(`covered: ${text}`);
  }
  return faults;

  function ownText(element: Element): string {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return texts
      .map((node) => node.textContent?.trim() ?? '')
      .join(' ')
      .trim();
  }

  function isVisible(element: Element): boolean {
    if (element.closest('.visually-hidden, [hidden], svg, select, option') !== null) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function isCut(element: Element): boolean {
    const { display, overflowX, overflowY } = getComputedStyle(element);
    // Nothing cuts a text in a line.
    if (display === 'inline') return false;
    const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isTall = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2;
    return (isWide && overflowX !== 'auto') || isTall;
  }

  function hasTitle(element: Element): boolean {
    return element.closest('[title]') !== null;
  }

  function isCovered(element: Element): boolean {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = [...range.getClientRects()].find(({ width: w, height: h }) => w > 2 && h > 2);
    if (box === undefined) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    // Scrolled out of sight, or something that lets clicks through.
    if (hit === null || getComputedStyle(element).pointerEvents === 'none') return false;
    if (isScrolledAway(element, x, y)) return false;
    return !hit.contains(element) && !element.contains(hit) && !sharesControl(hit, element);
  }

  function isScrolledAway(element: Element, x: number, y: number): boolean {
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const box = each.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
    }
    return false;
  }

  /** A link or a label that is stretched over its row is meant to cover it. */
  function sharesControl(hit: Element, element: Element): boolean {
    const row = element.closest('li, label, tr, fieldset, [role="option"]');
    return row !== null && row.contains(hit);
  }
}
