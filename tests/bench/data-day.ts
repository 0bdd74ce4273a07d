import { pause, until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { atMost, type Bench } from './measure.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const POLLS_PER_DAY = (24 * 60 * 60) / 30;
const QUIET_MS = 8_000;
const MEGABYTE = 1_000_000;

export const dataDay: Bench = {
  name: 'data-day',
  what: 'bytes per day with no page open, in Balanced mode',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 2.5 });
    try {
      await quiet(scene);
      const samples: number[] = [];
      while (samples.length < (quick ? 2 : 5)) {
        samples.push(((await onePoll(scene)) * POLLS_PER_DAY) / MEGABYTE);
      }
      return [
        {
          name: 'data-day-balanced',
          what: `data per day, ${FEEDS} feeds, Balanced, popup closed`,
          unit: 'MB',
          samples,
          note: 'one poll every 30 s; all bytes of its connections, without TCP/IP overhead',
          budget: atMost(20),
        },
      ];
    } finally {
      await scene.end();
    }
  },
};

/**
 * Waits for the end of what only a start requests: the catalog, which otherwise happens once a day,
 * and what the welcome page shows.
 */
async function quiet({ service }: BenchScene): Promise<void> {
  const isQuiet = (): boolean =>
    service.requests.some(({ path }) => path.includes('/updates/')) &&
    service.requests.every(({ at, endedAt }) => endedAt !== null && Date.now() - at > QUIET_MS);
  await until(isQuiet, { what: 'the end of the first requests', timeoutMs: 60_000 });
}

/** The bytes of one poll. */
async function onePoll({ browser, service }: BenchScene): Promise<number> {
  await pause(2_000);
  const before = { bytes: service.bytes(), requests: service.requests.length };
  await browser.storageSet('session', commandItems('refresh'));
  await until(() => service.requests.length > before.requests && service.requests.at(-1)?.endedAt, {
    what: 'a poll',
  });
  await pause(500);
  return (service.bytes() - before.bytes) / (service.requests.length - before.requests);
}
