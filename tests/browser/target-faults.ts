import type { Page } from 'puppeteer-core';

/** The controls of a page that are smaller than 24 × 24 px, or reach out of its header. */
export function targetFaults(page: Page): Promise<string[]> {
  return page.evaluate(findInPage);
}

// Runs in the page, without access to this module.
/* oxlint-disable unicorn/consistent-function-scoping */
function findInPage(): string[] {
  const LEAST = 24;
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="option"]';
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden') !== null || isInSentence(element)) continue;
    // A handle lies in its row's narrow margin; Alt and the arrow keys do the same.
    if (getComputedStyle(element).cursor === 'grab') continue;
    if (isBeyondHeader(element)) faults.push(`not within its header: ${nameOf(element)}`);
    const [width, height] = sizeOf(element);
    if (width === 0 || (width >= LEAST && height >= LEAST)) continue;
    faults.push(`${width} × ${height}: ${nameOf(element)}`);
  }
  return faults;

  function isBeyondHeader(element: HTMLElement): boolean {
    const header = element.closest('header')?.getBoundingClientRect();
    if (!header) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return top < header.top - 1 || bottom > header.bottom + 1;
  }

  /** The size of a control with its label, or of the area that it stretches over. */
  function sizeOf(element: HTMLElement): [width: number, height: number] {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
    const stretched = getComputedStyle(element, '::after');
    const isStretched = stretched.position === 'absolute' && stretched.content !== 'none';
    const extra = isStretched ? [stretched.width, stretched.height].map(parseFloat) : [0, 0];
    const widths = [...boxes.map(({ width }) => width), extra[0] ?? 0];
    const heights = [...boxes.map(({ height }) => height), extra[1] ?? 0];
    return [Math.round(Math.max(...widths)), Math.round(Math.max(...heights))];
  }

  /** Links in a text are as high as its lines. */
  function isInSentence(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent.trim() ?? '';
    return around.length > (element.textContent?.trim().length ?? 0) + 10;
  }

  function nameOf(element: HTMLElement): string {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return name === '' ? element.outerHTML.slice(0, 80) : name;
  }
}
