import type { Page } from 'puppeteer-core';
import { pause, until } from '../tools/until.ts';
import { createAttack, type Attack } from './attack.ts';
import type { Bench, Effort } from './bench-kind.ts';
import { clockOffset, nowMs } from './clock.ts';
import { countFrames, startScrolling, WINDOW_SECONDS } from './count-frames.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const UPDATES_PER_SECOND = 2.5;
const LIST = '[data-part="watchlist"]';

export const framesHostile: Bench = {
  name: 'frames-hostile',
  what: 'the popup while the service sends hostile updates between its good ones',
  async run(effort) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: UPDATES_PER_SECOND });
    try {
      const ids = await watchlistIds(scene);
      const popup = await scene.openPopup();
      const attack = createAttack(scene.service, ids);
      // Once prices verify, the worker switches to the lean form, which opens a new stream.
      await until(() => streamForms(scene).at(-1) === 'lean', { what: 'the lean stream' });
      const before = streamForms(scene).length;
      const paint = await measurePaint({ scene, popup, attack, feedId: ids[0] ?? '' }, effort);
      const frames = await measureFrames(popup, attack, effort);
      await checkAttackArrived(scene, streamForms(scene).slice(before));
      return [{ ...frames, note: `${frames.note}; ${attack.sent} hostile events` }, paint];
    } finally {
      await scene.end();
    }
  },
};

async function watchlistIds({ browser }: BenchScene): Promise<string[]> {
  const ids = await browser.storageGet('local', 'watchlist');
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** The form of each requested stream, in order. */
function streamForms({ service }: BenchScene): ('lean' | 'full')[] {
  return service.requests
    .filter(({ path }) => path.endsWith('/stream'))
    .map(({ query }) => (query.includes('parsed=false') ? 'lean' : 'full'));
}

async function measureFrames(popup: Page, attack: Attack, { quick }: Effort): Promise<Measured> {
  await startScrolling(popup, LIST);
  let longestMs = 0;
  const { own, reference } = await alternate(
    () =>
      attack.during(async () => {
        const counted = await countFrames(popup);
        longestMs = Math.max(longestMs, counted.longestMs);
        return counted.perSecond;
      }),
    async () => (await countFrames(popup)).perSecond,
    { rounds: quick ? 3 : 10, warmUp: 1 },
  );
  return {
    name: 'frames-hostile',
    what: `popup frames per second while its ${FEEDS} rows scroll and hostile updates arrive between good ones`,
    unit: 'frames/s',
    samples: own,
    reference: { what: 'good updates only', samples: reference },
    note: `${WINDOW_SECONDS} s per sample; longest frame ${longestMs.toFixed(0)} ms`,
  };
}

interface PaintScene {
  scene: BenchScene;
  popup: Page;
  attack: Attack;
  feedId: string;
}

async function measurePaint(
  { scene, popup, attack, feedId }: PaintScene,
  { quick }: Effort,
): Promise<Measured> {
  const offsetMs = await clockOffset(popup);
  let count = 0;
  const goodEvent = async (): Promise<number> => {
    count += 1;
    const price = `7000${String(count).padStart(8, '0')}1`;
    const painted = popup.evaluate(paintOf, feedId, `${price.slice(0, -8)}.${price.slice(-8)}`);
    await pause(50 + Math.random() * 200);
    scene.service.setPrice(feedId, { price, expo: -8 });
    const writtenAt = nowMs();
    return (await painted) - offsetMs - writtenAt;
  };
  const { own, reference } = await alternate(
    () => attack.during(goodEvent),
    async () => {
      // Once this event is painted, nothing of the attack is left in the queue.
      await goodEvent();
      return goodEvent();
    },
    { rounds: quick ? 10 : 30, warmUp: 2 },
  );
  return {
    name: 'paint-hostile',
    what: 'good event to painted row while hostile updates arrive',
    unit: 'ms',
    samples: own,
    reference: { what: 'good updates only', samples: reference },
  };
}

/** Hostile updates that were never verified cost nothing and would make the results look too good. */
async function checkAttackArrived(
  { browser }: BenchScene,
  opened: readonly string[],
): Promise<void> {
  await until(
    async () => {
      const failed = await browser.storageGet('session', 'failedChecks');
      return typeof failed === 'object' && failed !== null && Object.keys(failed).length === FEEDS;
    },
    { what: 'failed verification of every feed' },
  );
  // A failed verification ends the lean form. Any other new stream means that an event was not read.
  if (opened.join() !== 'full') throw new Error(`Unexpected streams: ${opened.join(', ')}.`);
}

// Runs in the page, so it cannot use anything outside itself.
function paintOf(feedId: string, value: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const selector = `[data-id="${feedId}"] [data-part="price"][value="${value}"]`;
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- addEventListener would also need start()
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      port2.postMessage(null);
    });
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  return promise;
}
