import type { Page } from 'puppeteer-core';
import { readPopup, type PopupView } from '../tools/popup-reader.ts';
import { pause } from '../tools/until.ts';

/** What the open popup and the toolbar's tooltip showed at one time. */
export interface View extends PopupView {
  /** Unix milliseconds; true time. */
  at: number;
  tooltip: string;
}

const EVERY_MS = 200;

/** Reads popup and tooltip five times a second into `views`; returns a function that stops this. */
export function startViewing(
  popup: Page,
  readTooltip: () => Promise<string>,
  views: View[],
): () => void {
  const over = new AbortController();

  async function read(): Promise<void> {
    const at = Date.now();
    const [view, tooltip] = await Promise.all([readPopup(popup), readTooltip()]);
    if (!over.signal.aborted) views.push({ at, ...view, tooltip });
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      // The page may be loading or closing.
      await read().catch(() => undefined);
      await pause(EVERY_MS);
    }
  }

  void run();
  return () => over.abort();
}
