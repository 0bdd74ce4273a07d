import type { Page } from 'puppeteer-core';

/**
 * Finds texts that a user cannot read as a whole: cut without a title, covered by something else,
 * written over another text, or outside of a page that does not scroll sideways. A figure may not be
 * cut even with a title, because what is left of it is another figure. One line for each.
 */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(findInPage);
}

// Runs in the page, without access to this module.
/* oxlint-disable unicorn/consistent-function-scoping */
function findInPage(): string[] {
  const faults: string[] = [];
  const boxes: { element: Element; text: string; box: DOMRect }[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push(`wider than ${width} px`);
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = ownText(element);
    if (text === '' || !isVisible(element)) continue;
    if (isFigure(text) && isFigureCut(element)) faults.push(`cut figure: ${text}`);
    else if (isCut(element) && !hasTitle(element)) faults.push(`cut: ${text}`);
    else if (isCovered(element)) faults.push(`covered: ${text}`);
    boxes.push(...boxesOf(element).map((box) => ({ element, text, box })));
  }
  return [...faults, ...overlaps()];

  function overlaps(): string[] {
    const found = new Set<string>();
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (one.element === other.element || !areOver(one.box, other.box)) continue;
        if (layerOf(one.element) !== layerOf(other.element)) continue;
        found.add(`overlap: ${one.text} / ${other.text}`);
      }
    }
    return [...found];
  }

  /** The visible parts of an element's own lines of text. */
  function boxesOf(element: Element): DOMRect[] {
    return linesOf(element)
      .map((box) => visiblePart(element, box))
      .filter(({ width: w, height: h }) => w > 0 && h > 0);
  }

  function linesOf(element: Element): DOMRect[] {
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  /** A number, with a sign, and a unit or a currency at its end. */
  function isFigure(text: string): boolean {
    return /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,5}$/u.test(text);
  }

  /** Whether a line is partly visible. One that is entirely hidden misleads nobody. */
  function isFigureCut(element: Element): boolean {
    return linesOf(element).some((line) => {
      const [shown, whole] = [clipped(element, line), line];
      // Lines are a little higher than their digits.
      const height = (shown.bottom - shown.top) / whole.height;
      if (shown.right <= shown.left || height < 0.2) return false;
      const isLow = height < 0.7;
      return shown.left > whole.left + 1 || shown.right < whole.right - 1 || isLow;
    });
  }

  /** The part of a box that nothing around an element hides, apart from what can be scrolled to. */
  function clipped(element: Element, { left, top, right, bottom }: DOMRect) {
    const part = { left, top, right, bottom };
    const open = { x: true, y: true };
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === 'inline') continue;
      open.x &&= !/auto|scroll/.test(style.overflowX);
      open.y &&= !/auto|scroll/.test(style.overflowY);
      const isPainted = style.contentVisibility !== 'auto';
      const box = each.getBoundingClientRect();
      if (open.x && !(style.overflowX === 'visible' && isPainted)) {
        part.left = Math.max(part.left, box.left);
        part.right = Math.min(part.right, box.right);
      }
      if (open.y && !(style.overflowY === 'visible' && isPainted)) {
        part.top = Math.max(part.top, box.top);
        part.bottom = Math.min(part.bottom, box.bottom);
      }
    }
    return part;
  }

  function visiblePart(element: Element, { left, top, right, bottom }: DOMRect): DOMRect {
    const part = { left, top, right, bottom };
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const { overflow, display } = getComputedStyle(each);
      if (overflow === 'visible' || display === 'inline') continue;
      const box = each.getBoundingClientRect();
      part.left = Math.max(part.left, box.left);
      part.top = Math.max(part.top, box.top);
      part.right = Math.min(part.right, box.right);
      part.bottom = Math.min(part.bottom, box.bottom);
    }
    return new DOMRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
  }

  /** Lines of text are a little higher than their letters, so some of their height may overlap. */
  function areOver(one: DOMRect, other: DOMRect): boolean {
    const inline = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const block = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return inline > 2 && block > Math.min(one.height, other.height) / 3;
  }

  /** Texts may overlap only if one is on something that covers the other, as a menu does. */
  function layerOf(element: Element): Element | null {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const { position, zIndex, backgroundColor } = getComputedStyle(each);
      const isOpaque = !/, 0\)$|^transparent$/.test(backgroundColor);
      const isRaised = position === 'fixed' || position === 'sticky' || zIndex !== 'auto';
      if (isOpaque && (isRaised || position === 'absolute')) return each;
    }
    return null;
  }

  function ownText(element: Element): string {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return texts
      .map((node) => node.textContent?.trim() ?? '')
      .join(' ')
      .trim();
  }

  function isVisible(element: Element): boolean {
    if (element.closest('.visually-hidden, [hidden], svg, select, option') !== null) return false;
    // The same for elements that are hidden in narrow windows only.
    if (getComputedStyle(element).clipPath === 'inset(50%)') return false;
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
    // The middle of what is seen of a text that an ellipsis ends.
    const own = element.getBoundingClientRect();
    const isClipped = getComputedStyle(element).overflowX !== 'visible';
    const [left, right] = isClipped
      ? [Math.max(box.left, own.left), Math.min(box.right, own.right)]
      : [box.left, box.right];
    const [x, y] = [(left + right) / 2, box.y + box.height / 2];
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
