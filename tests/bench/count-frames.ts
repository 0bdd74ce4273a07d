import type { Page } from 'puppeteer-core';

export const WINDOW_SECONDS = 5;

export interface FrameCount {
  perSecond: number;
  longestMs: number;
}

/** Counts a page's frames for `WINDOW_SECONDS`. */
export function countFrames(page: Page): Promise<FrameCount> {
  return page.evaluate(framesWithin, WINDOW_SECONDS * 1_000);
}

/** Scrolls what `selector` names up and down without end, 60 px a frame; resolves with its height. */
export function startScrolling(page: Page, selector: string): Promise<number> {
  return page.evaluate(scrollWithoutEnd, selector);
}

// The next two run in the page: they stand alone.

function framesWithin(ms: number): Promise<{ perSecond: number; longestMs: number }> {
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

function scrollWithoutEnd(selector: string): number {
  let area: Element | null = document.querySelector(selector);
  while (area && area.scrollHeight <= area.clientHeight) area = area.parentElement;
  if (!area) throw new Error('The list does not scroll.');
  const scrolled = area;
  let step = 60;
  requestAnimationFrame(function frame() {
    const room = scrolled.scrollHeight - scrolled.clientHeight;
    if (scrolled.scrollTop + step > room || scrolled.scrollTop + step < 0) step = -step;
    scrolled.scrollTop += step;
    requestAnimationFrame(frame);
  });
  return scrolled.scrollHeight;
}
