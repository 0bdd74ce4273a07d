import { startHistoryService } from '../history-service/server.ts';
import { until } from '../tools/until.ts';
import { atMost, type Bench } from './measure.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;

export const candleLines: Bench = {
  name: 'candle-lines',
  what: 'lines of past prices after the first opening, from a history service',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 2.5 });
    const history = await startHistoryService({ extraFeeds: FEEDS });
    try {
      const samples: number[] = [];
      while (samples.length < (quick ? 3 : 7)) samples.push(await firstLines(scene, history.url));
      return [
        {
          name: `candle-lines-${FEEDS}`,
          what: `first opening to a line of at least 48 candles in each row in view, of ${FEEDS} feeds`,
          unit: 'ms',
          samples,
          budget: atMost(2_000),
        },
      ];
    } finally {
      await history.close();
      await scene.end();
    }
  },
};

/** Milliseconds from the start of the page until the rows have lines, starting without candles. */
async function firstLines({ browser, open }: BenchScene, baseUrl: string): Promise<number> {
  await browser.storageSet('local', { historyServices: { 'service-0': null } });
  await until(
    async () => JSON.stringify((await browser.storageGet('local', 'candleLines')) ?? {}) === '{}',
    { what: 'candles deleted' },
  );
  await browser.storageSet('local', { requestBudget: { $version: 2, value: {} } });
  await browser.storageSet('local', { historyServices: { 'service-0': { baseUrl, headers: [] } } });
  const page = await open('popup.html');
  const ms = await page.evaluate(linesDrawn);
  await page.close();
  return ms;
}

// Runs in the page, so it cannot use anything outside itself.
function linesDrawn(): Promise<number> {
  return new Promise((done) => {
    requestAnimationFrame(function look() {
      const drawn = [...document.querySelectorAll('[data-part="spark"] > path:last-child')].filter(
        (path) => (path.getAttribute('d') ?? '').split('L').length >= 48,
      );
      const inView = [...document.querySelectorAll('[data-part="watchlist"] > li')].filter(
        (row) => row.getBoundingClientRect().top < innerHeight,
      );
      if (inView.length > 0 && drawn.length >= inView.length) done(performance.now());
      else requestAnimationFrame(look);
    });
  });
}
