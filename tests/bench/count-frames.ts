import type { Page } from 'puppeteer-core';

export const WINDOW_SECONDS = 5;

export interface FrameCount {
  perSecond: number;
  longestMs: number;
}

/** Counts a page's frames for `WINDOW_SECONDS`. */
export function countFrames(page: Page): Promise<FrameCount> {
  return page.evaluate(framesDuring, WINDOW_SECONDS * 1_000);
}

/**
 * Scrolls the area around `selector` up and down forever, 60 px per frame.
 *
 * @returns the height of the scrolled content in px
 */
export function startScrolling(page: Page, selector: string): Promise<number> {
  return page.evaluate(scrollForever, selector);
}

// The next two functions run in the page, so they cannot use anything outside themselves.

function framesDuring(ms: number): Promise<{ perSecond: number; longestMs: number }> {
  return new Promise((done) => {
    let count = 0;
    let start = 0;
    let last = 0;
    let longestMs = 0;
    requestAnimationFrame(function frame(at) {
      if (start === 0) start = at;
      else {
        count += 1;
        longestMs = Math.max(longestMs, at - last);
      }
      last = at;
      if (at - start < ms) requestAnimationFrame(frame);
      else done({ perSecond: (count * 1_000) / (at - start), longestMs });
    });
  });
}

function scrollForever(selector: string): number {
  let area: Element | null = document.querySelector(selector);
  while (area && area.scrollHeight <= area.clientHeight) area = area.parentElement;
  if (!area) throw new Error('The list does not scroll.');
  const scrolled = area;
  let step = 60;
  requestAnimationFrame(function frame() {
    const maxTop = scrolled.scrollHeight - scrolled.clientHeight;
    if (scrolled.scrollTop + step > maxTop || scrolled.scrollTop + step < 0) step = -step;
    scrolled.scrollTop += step;
    requestAnimationFrame(frame);
  });
  return scrolled.scrollHeight;
}
