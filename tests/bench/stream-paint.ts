import { createServer } from 'node:http';
import type { Page } from 'puppeteer-core';
import { listenOnLoopback, type Listening } from '../price-service/loopback.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { pause, until } from '../tools/until.ts';
import { alternate, atMost, type Bench } from './measure.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 20;

export const streamPaint: Bench = {
  name: 'stream-paint',
  what: "time from a stream event's last written byte to the painted row",
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 0 });
    const plainService = await startPriceService({ extraFeeds: FEEDS, updatesPerSecond: 0 });
    const site = await servePlainPage(plainService, scene.ids);
    try {
      const popup = await scene.openPopup();
      // In a separate window, because browsers delay painting in background tabs.
      const plain = await popup.browser().newPage({ type: 'window' });
      await plain.goto(site.url);
      await until(() => plainService.openStreams() > 0, { what: 'the plain page’s stream' });
      await popup.evaluate(watchPrices);
      await plain.evaluate(watchPrices);
      const clocks = { popup: await clockOffset(popup), plain: await clockOffset(plain) };
      const { own, reference } = await alternate(
        () => eventToPaint(scene.service, popup, clocks.popup),
        () => eventToPaint(plainService, plain, clocks.plain),
        // With 100 rounds, results of the same build vary by 15% between runs.
        { rounds: quick ? 30 : 250, warmUp: 5 },
      );
      return [
        {
          name: `stream-paint-${FEEDS}`,
          what: `stream event to painted popup row, ${FEEDS} feeds, signatures verified`,
          unit: 'ms',
          samples: own,
          reference: { what: 'a plain page that uses EventSource', samples: reference },
          budget: atMost(2.5, 'ratio'),
        },
      ];
    } finally {
      await site.close();
      await plainService.close();
      await scene.end();
    }
  },
};

/** Sends one event and measures the milliseconds from the write until the page has painted it. */
async function eventToPaint(service: PriceService, page: Page, offsetMs: number): Promise<number> {
  // Random, so that events fall anywhere within the 17 ms between frames.
  await pause(250 + Math.random() * 40);
  const before = await page.evaluate(() => (globalThis as unknown as PaintLog).paints.length);
  service.pushStream();
  const writtenAt = nowMs();
  const paintedAt = await until(
    () => page.evaluate((n) => (globalThis as unknown as PaintLog).paints[n], before),
    { what: 'the event on the page', everyMs: 20 },
  );
  return paintedAt - offsetMs - writtenAt;
}

/**
 * How far the page's clock is ahead of this process's, in milliseconds, from the fastest of several
 * round trips.
 */
async function clockOffset(page: Page): Promise<number> {
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
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

interface PaintLog {
  /** Unix milliseconds. */
  paints: number[];
}

// Runs in the page, so it cannot use anything outside itself.
function watchPrices(): void {
  const log: PaintLog = { paints: [] };
  Object.assign(globalThis, log);
  let isWaiting = false;
  const observer = new MutationObserver((changes) => {
    const isPrice = changes.some(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[data-part="price"]'),
    );
    if (isWaiting || !isPrice) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- addEventListener would also need start()
      port1.onmessage = () => {
        isWaiting = false;
        log.paints.push(performance.timeOrigin + performance.now());
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document.body, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
}

/** Serves a web page that shows the same feeds using only standard browser features. */
function servePlainPage(service: PriceService, ids: readonly string[]): Promise<Listening> {
  const query = ids.map((id) => `ids[]=${id}`).join('&');
  const rows = ids.map((id) => `<li><data data-part="price" id="${id}"></data></li>`).join('');
  const html = `<!doctype html><meta charset="utf-8"><ul>${rows}</ul><script>
    const source = new EventSource('${service.url}/v2/updates/price/stream?${query}');
    source.onmessage = ({ data }) => {
      for (const { id, price } of JSON.parse(data).parsed) {
        document.getElementById(id).textContent = Number(price.price) * 10 ** price.expo;
      }
    };
  </script>`;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  return listenOnLoopback(server);
}
