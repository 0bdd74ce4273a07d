import type { Page } from 'puppeteer-core';

/**
 * How far the page's clock is ahead of this process's, in milliseconds, from the fastest of several
 * round trips.
 */
export async function clockOffset(page: Page): Promise<number> {
  let fastest = { tookMs: Infinity, offset: 0 };
  for (let trip = 0; trip < 30; trip += 1) {
    const sentAt = nowMs();
    const pageMs = await page.evaluate(() => performance.timeOrigin + performance.now());
    const tookMs = nowMs() - sentAt;
    if (tookMs < fastest.tookMs) fastest = { tookMs, offset: pageMs - (sentAt + tookMs / 2) };
  }
  return fastest.offset;
}

/** Unix milliseconds, with fractions. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
