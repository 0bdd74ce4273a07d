import type { Page } from 'puppeteer-core';
import { pause } from '../tools/until.ts';
import { expectPage } from './expect-page.ts';

/** A page's root, when the wanted rows were painted. */
export interface Painted {
  /** Milliseconds since navigation. */
  atMs: number;
  /** Inner HTML of the page's root at that time. */
  markup: string;
  /** How many elements and text nodes the page has. */
  nodes: number;
}

/** What to wait for: this many elements that match the selector, by the path of the page. */
export interface Wanted {
  selector: string;
  /** The selector of the page's root. */
  root: string;
  counts: Readonly<Record<string, number>>;
}

/** Makes a tab watch each page that it loads from now on; returns a function that stops this. */
export async function watchLoads(page: Page, wanted: Wanted): Promise<() => Promise<void>> {
  const script = await page.evaluateOnNewDocument(watchPaint, wanted);
  return () => page.removeScriptToEvaluateOnNewDocument(script.identifier);
}

/** Loads a page that `watchLoads` watches, until its rows are painted. */
export async function load(page: Page, url: string, { root }: Wanted): Promise<Painted> {
  // Let leftover work of the previous page finish.
  await page.goto('about:blank');
  await pause(100);
  await page.goto(url);
  const painted = await page.evaluate(
    () => (globalThis as unknown as { painted?: Promise<Painted> }).painted,
  );
  // Only now, so that it does not slow down the load.
  await expectPage(page, new URL(url).pathname, root);
  if (!painted) throw new Error(`Nothing watches the load of ${url}.`);
  return painted;
}

// Runs in the page, so it cannot use anything outside itself.
function watchPaint({ selector, root, counts }: Wanted): void {
  const count = counts[location.pathname];
  if (count === undefined) return;
  const { promise, resolve } = Promise.withResolvers<Painted>();
  Object.assign(globalThis, { painted: promise });
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- addEventListener would also need start()
      port1.onmessage = () => {
        const atMs = performance.now();
        const walker = document.createTreeWalker(document.body);
        let nodes = 0;
        while (walker.nextNode()) nodes += 1;
        resolve({ atMs, markup: document.querySelector(root)?.innerHTML ?? '', nodes });
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
