import type { Page } from 'puppeteer-core';
import { atLeast, atMost, type Bench, type Measured } from './measure.ts';
import { startBenchScene } from './scene.ts';

const UPDATES_PER_SECOND = 2.5;
const WINDOW_MS = 5_000;

export const frames: Bench = {
  name: 'frames',
  what: 'frames of the popup while prices stream, and how many of them are animated',
  async run({ quick }) {
    const windows = quick ? 3 : 12;
    const long = await countFrames(500, windows);
    const short = await countFrames(20, windows);
    const note = `${WINDOW_MS / 1_000} s per sample, ${UPDATES_PER_SECOND} updates a second`;
    const rows: Measured[] = [
      {
        name: 'frames-500',
        what: 'popup frames per second, 500 feeds',
        unit: 'frames/s',
        samples: long.map(({ perSecond }) => perSecond),
        note: `${note}; longest frame ${Math.max(...long.map(({ longestMs }) => longestMs)).toFixed(0)} ms`,
        budget: atLeast(55),
      },
      {
        name: 'frames-animated-20',
        what: 'popup frames with a running animation, 20 feeds',
        unit: '%',
        samples: short.map(({ animatedShare }) => animatedShare * 100),
        note,
        budget: atMost(10),
      },
    ];
    return rows;
  },
};

interface FrameCount {
  perSecond: number;
  longestMs: number;
  animatedShare: number;
}

async function countFrames(feeds: number, windows: number): Promise<FrameCount[]> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: UPDATES_PER_SECOND });
  try {
    const popup: Page = await scene.openPopup();
    const counts: FrameCount[] = [];
    while (counts.length < windows) counts.push(await popup.evaluate(framesDuring, WINDOW_MS));
    return counts;
  } finally {
    await scene.end();
  }
}

// Runs in the page, so it cannot use anything outside itself.
function framesDuring(ms: number): Promise<FrameCount> {
  return new Promise((done) => {
    let [count, animated, start, last, longestMs] = [0, 0, 0, 0, 0];
    requestAnimationFrame(function frame(at) {
      if (start === 0) start = at;
      else {
        count += 1;
        longestMs = Math.max(longestMs, at - last);
        if (document.getAnimations().some(({ playState }) => playState === 'running'))
          animated += 1;
      }
      last = at;
      if (at - start < ms) requestAnimationFrame(frame);
      else {
        const perSecond = (count * 1_000) / (at - start);
        done({ perSecond, longestMs, animatedShare: animated / count });
      }
    });
  });
}
